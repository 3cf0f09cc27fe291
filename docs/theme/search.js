/* The search: lunr's index is made in the browser from search/index.js, at the first key. */
(function () {
	var query = document.getElementById('query'), found = document.getElementById('found');
	var article = document.querySelector('article'), index = null, pages = {};

	function prepare() {
		index = lunr(function () {
			var builder = this;
			builder.ref('location');
			builder.field('title', {boost: 10});
			builder.field('text');
			search_index.docs.forEach(function (page) {
				pages[page.location] = page;
				builder.add(page);
			});
		});
	}

	function look() {
		var words = query.value.trim().toLowerCase().split(/[^a-z0-9_]+/).filter(Boolean);
		found.textContent = '';
		found.hidden = words.length === 0;
		article.hidden = !found.hidden;
		if (found.hidden)
			return;
		if (!index)
			prepare();
		var hits = index.query(function (q) {
			words.forEach(function (word) {
				q.term(word, {boost: 10});
				q.term(word, {wildcard: lunr.Query.wildcard.TRAILING});
			});
		});
		if (hits.length === 0)
			found.textContent = 'Nothing found.';
		hits.slice(0, 30).forEach(function (hit) {
			var page = pages[hit.ref], entry = document.createElement('p');
			var link = document.createElement('a');
			var text = page.text.replace(/\s+/g, ' ');
			var at = text.toLowerCase().indexOf(words[0]);

			link.href = base_url + '/' + page.location;
			var above = pages[page.location.replace(/#.*/, '')];
			link.textContent = (above && above !== page ? above.title + ': ' : '') + page.title;
			link.onclick = function () { query.value = ''; look(); };
			entry.appendChild(link);
			entry.appendChild(document.createElement('br'));
			entry.appendChild(document.createTextNode(
				(at > 40 ? '… ' : '') + text.substr(Math.max(0, at - 40), 160)));
			found.appendChild(entry);
		});
	}

	query.addEventListener('input', look);
})();

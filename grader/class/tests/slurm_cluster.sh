# slurm_cluster.sh - a Slurm of one node, to be read with ".": ordinary processes in a private folder.
#
# cluster_start sets $cluster_why to the reason when there is none to be had; cluster_stop ends all of
# it. Nothing outside the folder is read or written, and another Slurm of this computer is not touched.

PATH=$PATH:/usr/sbin:/sbin # where Debian has the daemons
cluster= cluster_pids= cluster_why=

# The ports of our own: two that nobody listens on, and that no connection is given (from 32768 on).
cluster_ports() {
	first=$((20000 + $$ % 6000 * 2))
	for i in $(seq 100); do
		grep -qi ":$(printf %04X $first) \|:$(printf %04X $((first + 1))) " /proc/net/tcp /proc/net/tcp6 2>/dev/null ||
			return 0
		first=$((first + 2))
	done
}

cluster_configure() {
	host=$(hostname -s)
	user=$(id -un)
	cluster_ports
	cat >"$cluster/own.conf" <<-CONF
		ClusterName=test
		SlurmctldHost=$host(127.0.0.1)
		SlurmUser=$user
		SlurmdUser=$user
		SlurmctldPort=$first
		SlurmdPort=$((first + 1))
		AuthInfo=socket=$cluster/munge.socket,cred_expire=5
		StateSaveLocation=$cluster/state
		SlurmdSpoolDir=$cluster/spool
		SlurmctldPidFile=$cluster/slurmctld.pid
		SlurmdPidFile=$cluster/slurmd.pid
		SlurmctldLogFile=$cluster/slurmctld.log
		SlurmdLogFile=$cluster/slurmd.log
		SlurmdParameters=config_overrides
		SwitchType=switch/none
		SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
		KillWait=3
		MaxArraySize=4
		GresTypes=gpu
		NodeName=node NodeHostname=$host NodeAddr=127.0.0.1 CPUs=4 Gres=gpu:2 State=UNKNOWN
	CONF
	# the file of docs/cluster.md, with what is another's here
	awk -F= 'NR == FNR { own[$1] = 1; print; next } !/^#/ && NF && !($1 in own)' \
		"$cluster/own.conf" docs/slurm.conf >"$cluster/slurm.conf"
	printf 'NodeName=node Name=gpu File=%s\n' /dev/null /dev/zero >"$cluster/gres.conf" # GPUs in name only
}

# Started in the background; kept in $cluster_pids.
cluster_run() {
	log=$cluster/$1.out
	shift
	"$@" >"$log" 2>&1 </dev/null &
	cluster_pids="$! $cluster_pids"
}

# The node's reason, else what a daemon died of.
cluster_complaint() {
	reason=$(sinfo --noheader --format=%E 2>/dev/null)
	if [ -n "$reason" ] && [ "$reason" != none ]; then
		echo "$reason"
	else
		cat "$cluster"/*.out "$cluster"/*.log 2>/dev/null | grep -i fatal | tail -n 1 | tr -d '\033'
	fi
}

cluster_start() {
	for each in munged slurmctld slurmd sbatch squeue scancel scontrol sinfo; do
		command -v $each >/dev/null 2>&1 || {
			cluster_why="$each is not installed (make deps ALL=1)"
			return 1
		}
	done
	cluster=$(mktemp -d /tmp/usegpu-slurm-XXXXXX) || return 1 # its settings take no spaces
	mkdir "$cluster/state" "$cluster/spool"
	(umask 077 && head -c 1024 /dev/urandom >"$cluster/key")
	cluster_configure
	export SLURM_CONF="$cluster/slurm.conf"
	cluster_run munged munged --foreground --force --num-threads=2 --key-file="$cluster/key" \
		--socket="$cluster/munge.socket" --pid-file="$cluster/munged.pid" \
		--log-file="$cluster/munged.log" --seed-file="$cluster/seed"
	while kill -0 "${cluster_pids%% *}" 2>/dev/null; do
		[ ! -S "$cluster/munge.socket" ] || break
		sleep 0.1
	done
	cluster_run slurmctld slurmctld -D
	cluster_run slurmd slurmd -D
	for i in $(seq 900); do
		[ "$(sinfo --noheader --format=%T 2>/dev/null)" != idle ] || return 0
		for each in $cluster_pids; do
			kill -0 "$each" 2>/dev/null || break 2
		done
		sleep 0.1
	done
	cluster_why="no Slurm can be started here: $(cluster_complaint)"
	return 1
}

cluster_stop() {
	[ -n "$cluster" ] || return 0
	if [ -n "$cluster_pids" ]; then
		scancel --user="$(id -u)" >/dev/null 2>&1
		for i in $(seq 100); do
			[ -n "$(squeue --noheader 2>/dev/null)" ] || break
			sleep 0.1
		done
		for each in $cluster_pids; do # slurmd, slurmctld, munged
			kill "$each" 2>/dev/null
			for i in $(seq 50); do
				kill -0 "$each" 2>/dev/null || break
				sleep 0.1
			done
			kill -KILL "$each" 2>/dev/null
			wait "$each" 2>/dev/null
		done
	fi
	rm -rf "$cluster"
	cluster= cluster_pids=
}

#!/bin/sh
# Backs up the school into a new dated folder, restores it into an empty folder for a trial, and keeps the 14 newest backups.
# A folder with a date is always a backup that could be restored.
#   backup.sh           makes a backup now
#   backup.sh nightly   makes one each day after 03:30, and stays: for a container, which has no timer
#   backup.sh check     fails if the newest backup is older than 26 hours
set -eu
cd "$(dirname "$0")/../.."
PATH=$PWD/node_modules/.bin:$PATH
umask 077
folder=${BACKUP_DIR:-/var/lib/malar-backups}
new=$folder/unproved
trial=$folder/trial

case ${1:-} in
  check)
    find "$folder" -mindepth 1 -maxdepth 1 -name '2*' -mmin -1560 | grep -q .
    exit
    ;;
  nightly)
    while :; do
      if [ "$(date +%H%M)" -ge "${BACKUP_AT:-0330}" ] && ! ls -d "$folder/$(date +%F)"-* > /dev/null 2>&1; then
        sh examples/one-machine/backup.sh || echo 'The backup failed. The reason is above.' >&2
      fi
      sleep 600
    done
    ;;
esac

# Two backups wait for each other.
exec 9> "$folder/lock"
flock 9
# An earlier run that was broken off left these.
rm -rf "$new" "$new.unfinished" "$trial"

# A missing picture alone does not stop the backup, and the command still fails.
status=0
node scripts/backup.ts "$new" || status=$?
[ -d "$new" ]
DATA_DIR=$trial node scripts/restore.ts "$new" > /dev/null
rm -r "$trial"
name=$folder/$(date +%F-%H%M%S)
mv -T "$new" "$name"
echo "The backup was restored for a trial, and is kept as $name."

ls -d "$folder"/2* | sort -r | tail -n +15 | while read -r old; do rm -r "$old"; done
exit "$status"

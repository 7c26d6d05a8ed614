#!/bin/bash
# The start of a container of compose.yaml. It starts the services that systemd starts on a machine, and restarts them.
cd "$(dirname "$0")" || exit
name=$(hostname)
environment_of() { sed -n 's/^Environment=//p' "systemd/$1.service.d/malar.conf" | sed "s/%H/$name/g"; }
as() { setpriv "--reuid=$1" "--regid=$1" --init-groups -- "${@:2}"; }
keep() { while :; do "$@"; sleep 2; done & }

mapfile -t etcd < <(environment_of etcd)
keep as etcd env "${etcd[@]}" ETCD_NAME="$name" ETCD_DATA_DIR=/var/lib/etcd/default etcd

if [ "$name" != malar3 ]; then
  sed "/$name:2379/d" haproxy.cfg > /etc/haproxy/haproxy.cfg
  keep haproxy -W -f /etc/haproxy/haproxy.cfg

  install -D -m 600 -o postgres -g postgres patroni.yml /etc/patroni/config.yml
  install -d -o postgres -g postgres /run/postgresql
  mapfile -t patroni < <(environment_of patroni)
  keep as postgres env "${patroni[@]}" patroni /etc/patroni/config.yml

  # The first machine creates one certificate for both.
  until [ -f /certificate/malar.crt ]; do
    mkdir /certificate/making 2>/dev/null || { sleep 1; continue; }
    openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=malar.example -keyout /certificate/malar.key -out /certificate/new
    mv /certificate/new /certificate/malar.crt
  done
  cp /certificate/malar.crt /certificate/malar.key /etc/nginx/
  cp nginx.conf /etc/nginx/nginx.conf
  keep nginx -g 'daemon off;'

  # The README runs this by hand on the leader. A later start changes nothing.
  until psql_answer=$(as postgres psql -Atc 'select pg_is_in_recovery()' 2>/dev/null); do sleep 1; done
  [ "$psql_answer" = f ] && as postgres psql -f - < database.sql

  install -d -m 700 -o malar -g malar /var/lib/malar
  set -a
  # shellcheck disable=SC1091
  . ./malar.env
  SITE_URL=https://localhost:8443 DEMO=1 TRUST_PROXY=10.0.0.0/24 NODE_ENV=production
  set +a
  cd /opt/malar || exit
  keep as malar node_modules/.bin/node server/main.ts
fi
wait

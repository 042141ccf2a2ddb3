#!/bin/sh
# Run by the postgres image when its volume is empty. Creates the owner role, which migrates, and the
# role of the nodes (docs/database-roles.md).
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" <<'SQL'
CREATE ROLE reelhouse_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE reelhouse_app LOGIN PASSWORD :'app_password' NOSUPERUSER NOCREATEDB NOCREATEROLE;
CREATE DATABASE reelhouse OWNER reelhouse_owner;
SQL

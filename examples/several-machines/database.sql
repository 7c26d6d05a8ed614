-- Run this once, on the machine that is the primary: sudo -u postgres psql -f database.sql
create role malar login password 'CHANGE-ME-4';
create database malar owner malar encoding 'UTF8' locale 'C.UTF-8' template template0;
-- /metrics needs this to show how far the standby is behind.
grant pg_monitor to malar;

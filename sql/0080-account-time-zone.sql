-- nodes from 0053
-- The time zone that an account reads times in, an IANA name: the same wherever its owner signs in.
ALTER TABLE admin_account ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';

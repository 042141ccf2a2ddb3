-- nodes from 0042
-- Wrong passwords and codes in a row that were given in a session: at a bound it ends.
ALTER TABLE admin_session ADD COLUMN wrong_tries integer NOT NULL DEFAULT 0;

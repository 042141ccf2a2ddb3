-- concurrently
-- nodes from 0042
-- Players by the beginning of their id, of all projects or of one, for the admin panel. Ordered by bytes: what comes next
-- is then the same whatever language the database was made with.
DROP INDEX CONCURRENTLY IF EXISTS player_search;
CREATE INDEX CONCURRENTLY player_search ON player (player_id COLLATE "C", project_id COLLATE "C");
DROP INDEX CONCURRENTLY IF EXISTS player_search_in_project;
CREATE INDEX CONCURRENTLY player_search_in_project ON player (project_id, player_id COLLATE "C");

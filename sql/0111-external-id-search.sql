-- concurrently
-- nodes from 0042
-- Grants and target outcomes by the beginning of the operator's id, of all projects or of one, for
-- the panel's search. Ordered by bytes, like players (0049).
DROP INDEX CONCURRENTLY IF EXISTS external_id_search;
CREATE INDEX CONCURRENTLY external_id_search
  ON external_id (external_id COLLATE "C", project_id COLLATE "C");
DROP INDEX CONCURRENTLY IF EXISTS external_id_search_in_project;
CREATE INDEX CONCURRENTLY external_id_search_in_project
  ON external_id (project_id, external_id COLLATE "C");

-- Projects are in the home database alone: what belongs to a player refers to them by name.
ALTER TABLE player DROP CONSTRAINT player_project_id_fkey;
ALTER TABLE free_spin_grant DROP CONSTRAINT free_spin_grant_project_id_fkey;
ALTER TABLE target_outcome DROP CONSTRAINT target_outcome_project_id_fkey;
ALTER TABLE report_progress DROP CONSTRAINT report_progress_project_id_fkey;

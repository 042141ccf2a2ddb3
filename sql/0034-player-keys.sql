-- Every key of these tables has the player's key in it; the names that operators and projects give are unique in
-- registries of their own (registered_player, external_id).
ALTER TABLE player DROP CONSTRAINT player_project_id_player_id_key;
ALTER TABLE session DROP CONSTRAINT session_pkey,
  ADD CONSTRAINT session_pkey PRIMARY KEY USING INDEX session_key;
ALTER TABLE free_spin_grant DROP CONSTRAINT free_spin_grant_pkey,
  DROP CONSTRAINT free_spin_grant_project_id_external_id_key,
  ADD CONSTRAINT free_spin_grant_pkey PRIMARY KEY USING INDEX free_spin_grant_key;
ALTER TABLE target_outcome DROP CONSTRAINT target_outcome_pkey,
  DROP CONSTRAINT target_outcome_project_id_external_id_key,
  ADD CONSTRAINT target_outcome_pkey PRIMARY KEY USING INDEX target_outcome_key;
ALTER TABLE level_journal DROP CONSTRAINT level_journal_pkey,
  ADD CONSTRAINT level_journal_pkey PRIMARY KEY USING INDEX level_journal_key;
ALTER TABLE report_month DROP CONSTRAINT report_month_pkey,
  ADD CONSTRAINT report_month_pkey PRIMARY KEY USING INDEX report_month_key;

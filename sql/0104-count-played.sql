-- nodes from 0042
-- Both are functions because Postgres plans a function's statements only when it is called. Within the statement that
-- loads a player the plan took longer than all the rest, and hardly any player has a target outcome.

-- How many paid rounds a player has played or is playing in a game, after one sequence number and up to another (null:
-- all). For finished rounds only an index is read.
CREATE FUNCTION count_played(player bigint, game text, after_sequence bigint, up_to bigint) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  last bigint := coalesce(up_to, 9223372036854775807);
BEGIN
  RETURN (SELECT count(*) FROM finished_round r
      WHERE r.player_key = player AND r.sequence > after_sequence AND r.sequence <= last
        AND r.counted_game = ('x' || left(md5(game), 8))::bit(32)::int)
    + (SELECT count(*) FROM unfinished r
      WHERE r.player_key = player AND r.sequence > after_sequence AND r.sequence <= last
        AND r.game_id = game AND r.grant_id IS NULL)
    - (SELECT count(*) FROM ended_round r
      WHERE r.player_key = player AND r.sequence > after_sequence AND r.sequence <= last
        AND r.game_id = game AND r.is_paid);
END $$;

-- The last sequence number of a player that counts toward a target outcome: of the round that applied it, or of the
-- last one before its expiry; null: none.
CREATE FUNCTION last_counted(player bigint, applied_by uuid, expiry timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF applied_by IS NOT NULL THEN
    RETURN (SELECT r.sequence FROM round r WHERE r.round_id = applied_by AND r.player_key = player);
  END IF;
  RETURN (SELECT r.sequence FROM round r WHERE r.player_key = player AND r.created_at < expiry
    ORDER BY r.sequence DESC LIMIT 1);
END $$;

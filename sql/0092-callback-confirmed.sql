-- nodes from 0042
-- The callback address that was last saved by somebody who gave the password, or from the command line. The connection test
-- sends the key to this address alone. An address of before this file, or one that a node of before it saved, is another
-- one, and is saved once more first.
ALTER TABLE project ADD COLUMN callback_confirmed text;

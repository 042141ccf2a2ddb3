-- nodes from 0042
-- The certificate that the platform shows to a project's wallet, where its operator asks for one (mutual TLS), and its
-- key, sealed under the master key. Nodes of before this file show none, so operators ask for it once all nodes are new.
ALTER TABLE project
  ADD COLUMN client_certificate text,
  ADD COLUMN client_key_sealed bytea,
  ADD CONSTRAINT project_client_certificate CHECK ((client_certificate IS NULL) = (client_key_sealed IS NULL)) NOT VALID;

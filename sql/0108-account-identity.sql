-- nodes from 0042
-- Whom an account is at the OpenID provider, by the provider's name of itself and its name of the person. Such an account signs
-- in there; its password confirms changes.
ALTER TABLE admin_account ADD COLUMN oidc_issuer text;
ALTER TABLE admin_account ADD COLUMN oidc_subject text;
ALTER TABLE admin_account ADD CONSTRAINT admin_account_identity_check
  CHECK ((oidc_issuer IS NULL) = (oidc_subject IS NULL)) NOT VALID;

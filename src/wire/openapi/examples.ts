// Ids and credentials of the document's examples, the same in requests, answers and callbacks, so
// that a reader can follow one round through all of them. Used nowhere else.

export const CREDENTIALS = { partner: 'casino', api_key: 'key-of-the-project' }
export const ROUND_ID = '019a8d3e-5c10-7b42-9a60-3f1d2c4e5a6b'
export const GRANT_ID = '019a8d3f-0a2b-7c31-8d44-5e6f7a8b9c0d'
export const OUTCOME_ID = '019a8d40-77aa-7e05-b1c2-d3e4f5a6b7c8'
export const SESSION_ID = '019a8d3d-9f00-7a11-8c22-334455667788'

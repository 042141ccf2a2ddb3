// `npm run check:documents`: the OpenAPI and AsyncAPI documents have the form of their
// specifications, valid examples, and what readers and generators of clients expect. Every finding
// fails; there are no warnings.

import path from 'node:path'
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core'

const DOCS = path.resolve(import.meta.dirname, '..', '..', 'docs')

const has = (type, property, message) => ({
  subject: { type, property },
  assertions: { defined: true },
  message,
  severity: 'error',
})

/** Of every document. Tests hold the examples of AsyncAPI, which the linter does not check. */
const RULES = {
  'info-contact': 'error',
  'info-license': 'error',
  'no-unused-components': 'error',
  'no-unresolved-refs': 'error',
  'rule/license': has('License', 'url', 'A licence has an address.'),
  // What draft-07 and 2020-12 read differently (SCHEMA_DIALECT).
  'rule/dialect': {
    subject: { type: 'Schema' },
    assertions: {
      disallowed: [
        'additionalItems',
        'prefixItems',
        'definitions',
        '$defs',
        'dependencies',
        '$schema',
      ],
    },
    message: 'The schemas use keywords that all drafts read alike.',
    severity: 'error',
  },
}

const OPENAPI = {
  ...RULES,
  'operation-operationId-unique': 'error',
  'operation-description': 'off',
  'operation-4xx-response': 'off',
  'operation-tag-defined': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-invalid-parameter-examples': 'error',
}

const DOCUMENTS = {
  'openapi.json': {
    ...OPENAPI,
    'rule/examples': {
      subject: { type: 'MediaType' },
      assertions: { requireAny: ['example', 'examples'] },
      message: 'Every body has an example.',
      severity: 'error',
    },
    'tag-description': 'error',
    'operation-description': 'error',
    'operation-summary': 'error',
  },
  'admin-openapi.json': { ...OPENAPI, 'operation-summary': 'error', 'tag-description': 'off' },
  'asyncapi.json': {
    ...RULES,
    'tag-description': 'error',
    'rule/operations': has('Operation', 'description', 'Every operation has a description.'),
    'rule/messages': has('Message', 'examples', 'Every message has an example.'),
  },
}

let found = 0
for (const [name, rules] of Object.entries(DOCUMENTS)) {
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const problems = await lint({ ref: path.join(DOCS, name), config })
  found += problems.length
  if (problems.length > 0) {
    formatProblems(problems, { format: 'stylish', totals: getTotals(problems), cwd: DOCS })
  }
}
if (found > 0) process.exitCode = 1

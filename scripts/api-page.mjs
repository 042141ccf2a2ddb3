// Prints the page of the operator API from docs/openapi.json: plain HTML that needs no script. Must
// never add a statement about the API.

const escapeHtml = text => String(text).replace(/[<>&"]/g, found => `&#${found.charCodeAt(0)};`)
const inline = text => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
const prose = text =>
  (text ?? '')
    .split('\n\n')
    .map(part => `<p>${inline(part)}</p>`)
    .join('\n')
const code = text => `<code>${escapeHtml(text)}</code>`
const idOf = name => name.replace(/[^a-zA-Z0-9]+/g, '-').replace(/^-/, '')
const nameOf = ({ $ref }) => $ref.split('/').at(-1)

/** A table scrolls on a narrow screen, so the keyboard must reach it. */
function table(head, rows) {
  const row = (cells, tag) => `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  return (
    `<div class="wide" tabindex="0"><table><thead>${row(head, 'th')}</thead>` +
    `<tbody>${rows.map(cells => row(cells, 'td')).join('\n')}</tbody></table></div>`
  )
}

/** @returns the body of the page: its menu and its content */
export function printApiPage(api) {
  const sections = sectionsOf(api)
  const links = sections.flatMap(({ tag, found }) => [
    `<li><a href="#tag-${idOf(tag.name)}">${escapeHtml(tag.name)}</a><ul>`,
    ...found.flatMap(({ title, operation }) => [
      `<li><a href="#${idOf(title)}">${escapeHtml(title)}</a>${printMethodLinks(operation)}</li>`,
    ]),
    '</ul></li>',
  ])
  return [
    `<nav aria-label="Sections"><ul><li><a href="/docs/">All documents</a></li>${links.join('\n')}`,
    ...['Records', 'Headers', 'Errors'].map(
      name => `<li><a href="#${name.toLowerCase()}">${name}</a></li>`,
    ),
    '</ul></nav>',
    `<main>${printApiContent(api)}</main>`,
  ].join('\n')
}

function printMethodLinks({ 'x-methods': methods = [] }) {
  if (methods.length < 2) return ''
  const items = methods.map(
    ({ name }) => `<li><a href="#${idOf(name)}">${escapeHtml(name)}</a></li>`,
  )
  return `<ul>${items.join('')}</ul>`
}

function sectionsOf(api) {
  const operations = [
    ...listOperations(api.paths, (verb, name) => `${verb.toUpperCase()} ${name}`),
    ...listOperations(api.webhooks, (_verb, name) => `Callback ${name}`),
  ]
  return api.tags.map(tag => ({
    tag,
    found: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
}

/** The content alone, for a page that has a menu. */
export function printApiContent(api) {
  const sections = sectionsOf(api)
  const records = Object.entries(api.components.schemas)
  const headers = Object.entries(api.components.headers).map(([name, { description }]) => [
    code(name),
    inline(description),
  ])
  const errors = Object.entries(api['x-errors']).map(([name, { status, meaning }]) => [
    code(name),
    status,
    inline(meaning),
  ])
  return [
    `<h1>${escapeHtml(api.info.title)}</h1>`,
    '<p>For machines: <a href="/docs/openapi.json">openapi.json</a></p>',
    prose(api.info.summary),
    prose(api.info.description),
    ...sections.flatMap(({ tag, found }) => [
      `<h2 id="tag-${idOf(tag.name)}">${escapeHtml(tag.name)}</h2>${prose(tag.description)}`,
      ...found.map(each => printOperation(api, each)),
    ]),
    '<h2 id="records">Records</h2>',
    ...records.map(([name, schema]) => printRecord(name, schema)),
    '<h2 id="headers">Headers of answers</h2>',
    table(['Header', ''], headers),
    '<h2 id="errors">Errors</h2>',
    table(['Code', 'HTTP', 'Meaning'], errors),
  ].join('\n')
}

function listOperations(paths, titleOf) {
  return Object.entries(paths).flatMap(([name, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ title: titleOf(verb, name), operation })),
  )
}

function printOperation(api, { title, operation }) {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const headers = parameters
    .map(each => api.components.parameters[nameOf(each)])
    .map(each => [code(each.name), each.required ? 'yes' : '', inline(each.description)])
  const answers = Object.entries(responses).map(([status, { description, content }]) => {
    const [json] = Object.values(content ?? {})
    return [status, json === undefined ? '' : printType(json.schema), prose(description)]
  })
  return [
    `<section><h3 id="${idOf(title)}">${escapeHtml(title)}</h3>`,
    `<p><strong>${inline(summary)}</strong></p>${prose(description)}`,
    ...(operation['x-methods'] ?? []).map(printMethod),
    headers.length === 0 ? '' : table(['Header', 'Required', ''], headers),
    requestBody === undefined ? '' : printBody(requestBody.content['application/json']),
    table(['Answer', 'Body', ''], answers),
    '</section>',
  ].join('\n')
}

function printMethod({ name, summary, description, request, answer, errors }) {
  const codes = errors.length === 0 ? '' : `<p>Codes: ${errors.map(code).join(', ')}.</p>`
  return [
    `<h4 id="${idOf(name)}">${escapeHtml(name)}</h4>`,
    `<p>${inline(summary)}.</p>${prose(description)}`,
    `<p>Request: ${printType(request)}. Answer: ${printType(answer)}.</p>${codes}`,
  ].join('\n')
}

function printBody({ schema, examples = {} }) {
  const shown = Object.entries(examples).map(
    ([name, { value }]) =>
      `<details><summary>Example: ${escapeHtml(name)}</summary>` +
      `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`,
  )
  return `<p>Body: ${printType(schema)}</p>${shown.join('\n')}`
}

function printRecord(name, schema) {
  const about = prose(schema.description)
  return `<section><h3 id="${name}">${name}</h3>${about}${printFields(schema)}</section>`
}

const printDescribed = schema =>
  `${printType(schema)}${schema.description === undefined ? '' : `. ${inline(schema.description)}`}`

function printFields(schema) {
  const { properties, required = [] } = schema
  if (properties === undefined) return `<p>${printType(schema)}</p>`
  const rows = Object.entries(properties).map(([name, field]) => [
    code(name),
    required.includes(name) ? 'yes' : '',
    printDescribed(field),
  ])
  return table(['Field', 'Required', ''], rows)
}

/** In words: what a value may be. */
function printType(schema) {
  const { type, items, properties, additionalProperties: others } = schema
  if (schema.$ref !== undefined) return `<a href="#${nameOf(schema)}">${nameOf(schema)}</a>`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map(printDescribed).join(' or ')
  if (schema.allOf !== undefined) return printType(schema.allOf[0])
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  if (type === 'array') return `list of ${printType(items ?? {})}${printBounds(schema)}`
  if (properties !== undefined) return `object${printFields(schema)}`
  if (typeof others === 'object') return `object with values: ${printType(others)}`
  return `${type ?? 'any value'}${printBounds(schema)}`
}

const BOUNDS = {
  format: 'format',
  minimum: 'from',
  maximum: 'to',
  minLength: 'characters from',
  maxLength: 'characters to',
  maxItems: 'items to',
  pattern: 'pattern',
  default: 'default',
}

function printBounds(schema) {
  const given = Object.entries(BOUNDS).filter(([key]) => schema[key] !== undefined)
  return given.map(([key, word]) => `, ${word} ${code(schema[key])}`).join('')
}

// The operator API's description as a page, made from the OpenAPI document alone: static HTML that
// needs no script. Pure; decides nothing about the API.

import { escapeHtml, inline, renderFields, type Schema, type Schemas } from './docs-fields.ts'

interface Example {
  value: unknown
}

interface Content {
  'application/json': { schema: Schema; examples: Readonly<Record<string, Example>> }
}

interface Response {
  description: string
  content?: Content
}

interface Method {
  name: string
  summary: string
  description: string
  request: Schema
  answer: Schema
  errors: readonly string[]
}

interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  requestBody?: { content: Content }
  responses: Readonly<Record<string, Response>>
  'x-methods'?: readonly Method[]
}

interface Document {
  info: { title: string; version: string; summary: string; description: string }
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  webhooks: Readonly<Record<string, { post: Operation }>>
  components: { schemas: Schemas }
  'x-errors': Readonly<Record<string, { status: number; meaning: string }>>
}

/** A part of the page that the contents list. */
interface Section {
  id: string
  title: string
  html: string
}

interface Chapter extends Section {
  sections: readonly Section[]
}

/** @param openApi what `buildOpenApi` built */
export function renderDocs(openApi: object): string {
  const document = openApi as Document
  const chapters = [
    overview(document),
    ...document.tags.flatMap(tag => chaptersOf(document, tag.name)),
    records(document),
    errors(document),
  ]
  return (
    `<header class="top"><p class="brand">Reelhouse <span>operator API ${escapeHtml(document.info.version)}</span></p>` +
    '<a class="to-contents" href="#contents">Contents</a><a class="raw" href="/docs/openapi.json">openapi.json</a></header>' +
    `<div class="frame">${contents(chapters)}<main id="content">${chapters.map(renderChapter).join('')}</main></div>`
  )
}

function contents(chapters: readonly Chapter[]): string {
  const link = ({ id, title }: Section) => `<a href="#${id}">${escapeHtml(title)}</a>`
  const lists = chapters.map(
    chapter =>
      `<li>${link(chapter)}` +
      (chapter.sections.length === 0
        ? ''
        : `<ul>${chapter.sections.map(section => `<li>${link(section)}</li>`).join('')}</ul>`) +
      '</li>',
  )
  const list = `<ul>${lists.join('')}</ul>`
  return (
    `<nav class="side" aria-label="Contents">${list}</nav>` +
    `<details class="menu" id="contents"><summary>Contents</summary><nav aria-label="Contents">${list}</nav></details>`
  )
}

function renderChapter({ id, title, html, sections }: Chapter): string {
  const parts = sections.map(
    section =>
      `<section class="part" id="${section.id}"><h3><a href="#${section.id}">${escapeHtml(section.title)}</a></h3>` +
      `${section.html}</section>`,
  )
  return (
    `<section class="chapter" id="${id}"><h2><a href="#${id}">${escapeHtml(title)}</a></h2>${html}` +
    `${parts.join('')}</section>`
  )
}

function overview({ info }: Document): Chapter {
  const html = `<p class="lead">${inline(info.summary)}</p>${paragraphs(info.description)}`
  return { id: 'overview', title: info.title, html, sections: [] }
}

/** A path with methods is a chapter of its own; the others share their tag's. */
function chaptersOf(document: Document, tag: string): Chapter[] {
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
  )
  const tagged = operations.filter(({ operation }) => operation.tags.includes(tag))
  const posts = tagged
    .filter(({ verb }) => verb === 'post')
    .map(({ path, operation }) => postChapter(document, path, operation))
  const gets = tagged.filter(({ verb }) => verb === 'get')
  const hooks = Object.entries(document.webhooks).filter(([, { post }]) => post.tags.includes(tag))
  const sections = [
    ...gets.map(({ path, operation }) => getSection(document, path, operation)),
    ...hooks.map(([name, { post }]) => hookSection(document, name, post)),
  ]
  if (sections.length === 0) return posts
  const about = document.tags.find(({ name }) => name === tag)!
  const html = `<p>${inline(about.description)}</p>`
  return [...posts, { id: tag.toLowerCase(), title: tag, html, sections }]
}

function postChapter(document: Document, path: string, operation: Operation): Chapter {
  const methods = operation['x-methods'] ?? []
  const { schemas } = document.components
  const body = (method: Method) =>
    columns(
      renderFields(method.request, schemas, 'Request') +
        renderFields(method.answer, schemas, 'Answer') +
        codeList(document, 'Codes', method.errors),
      example('Request', operation.requestBody!.content, method.name) +
        example('Answer', operation.responses['200']!.content!, method.name),
    )
  const chapter = { id: operation.operationId, title: operation.tags[0]! }
  const head =
    `<p class="lead">${inline(operation.summary)}</p>` +
    `<p class="route"><b>POST</b> <code>${escapeHtml(path)}</code></p>` +
    paragraphs(operation.description) +
    codeList(document, 'Codes of every call', sharedCodes(operation))
  const [first] = methods
  if (methods.length === 1) {
    const html = head + paragraphs(first!.description) + body(first!)
    return { ...chapter, html, sections: [] }
  }
  const sections = methods.map(method => ({
    id: anchorOf(operation, method),
    title: method.name,
    html: `<p class="lead">${inline(method.summary)}</p>${paragraphs(method.description)}${body(method)}`,
  }))
  return { ...chapter, html: head, sections }
}

function anchorOf({ operationId }: Operation, { name }: Method): string {
  return `${operationId}-${name}`
}

function getSection(document: Document, path: string, operation: Operation): Section {
  const { content } = operation.responses['200']!
  const fields = renderFields(
    content!['application/json'].schema,
    document.components.schemas,
    'Answer',
  )
  const html =
    `<p class="lead">${inline(operation.summary)}</p>` +
    `<p class="route"><b>GET</b> <code>${escapeHtml(path)}</code></p>${paragraphs(operation.description)}` +
    columns(fields, example('Answer', content!, 'answer'))
  return { id: operation.operationId, title: path, html }
}

function hookSection(document: Document, name: string, operation: Operation): Section {
  const { content } = operation.requestBody!
  const answers = operation.responses['200']!.content!
  const examples = (title: string, of: Content) =>
    Object.keys(of['application/json'].examples).map(each =>
      example(each === name ? title : `${title}: ${each.replaceAll('_', ' ')}`, of, each),
    )
  const html =
    `<p class="lead">${inline(operation.summary)}</p>${paragraphs(operation.description)}` +
    columns(
      renderFields(content['application/json'].schema, document.components.schemas, 'Call'),
      [...examples('Call', content), ...examples('Answer', answers)].join(''),
    )
  return { id: `wallet-${name}`, title: name, html }
}

/** Schemas that others refer to. */
function records(document: Document): Chapter {
  const { schemas } = document.components
  const used = new Set(
    [...JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name!,
    ),
  )
  const walletAnswers = ['WalletOk', 'WalletError']
  const names = [...new Set([...used, ...walletAnswers])].filter(name => name in schemas).sort()
  const sections = names.map(name => ({
    id: `record-${name}`,
    title: name,
    html: renderFields(schemas[name]!, schemas, 'Fields'),
  }))
  return { id: 'records', title: 'Records', html: '<p>Parts of the answers above.</p>', sections }
}

function errors(document: Document): Chapter {
  const rows = Object.entries(document['x-errors']).map(
    ([code, { status, meaning }]) =>
      `<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td>` +
      `<td>${inline(meaning)}</td><td>${placesOf(document, code)}</td></tr>`,
  )
  const html =
    '<p>Every error is <code>{"status":"error","message":"CODE"}</code> with the HTTP status of its code.</p>' +
    '<div class="scroll"><table class="errors"><caption>Codes</caption><thead><tr>' +
    '<th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">Meaning</th><th scope="col">Where</th>' +
    `</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return { id: 'errors', title: 'Errors', html, sections: [] }
}

/** The methods that answer a code, or the paths where any method does. */
function placesOf({ paths }: Document, code: string): string {
  const places = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.values(verbs).flatMap(operation => {
      const methods = (operation['x-methods'] ?? []).filter(({ errors: of }) => of.includes(code))
      if (methods.length > 0 && operation['x-methods']!.length > 1) {
        return methods.map(method => `<a href="#${anchorOf(operation, method)}">${method.name}</a>`)
      }
      const answers = JSON.stringify(operation.responses).includes(`"${code}"`)
      return answers ? [`<a href="#${operation.operationId}">${escapeHtml(path)}</a>`] : []
    }),
  )
  return places.length > Object.keys(paths).length - 1 && code === 'METHOD_NOT_ALLOWED'
    ? 'every path'
    : places.join(', ')
}

/** Codes that are of no method in particular. */
function sharedCodes(operation: Operation): string[] {
  const own = new Set((operation['x-methods'] ?? []).flatMap(({ errors: codes }) => codes))
  const all = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    status === '200' ? [] : Object.keys(content?.['application/json'].examples ?? {}),
  )
  return [...new Set(all)].filter(code => !own.has(code))
}

function codeList(
  { 'x-errors': known }: Document,
  title: string,
  codes: readonly string[],
): string {
  if (codes.length === 0) return ''
  const items = codes.map(
    code =>
      `<li><a href="#error-${code}"><code>${code}</code></a> ${known[code]?.status ?? ''}</li>`,
  )
  return `<h4>${title}</h4><ul class="codes">${items.join('')}</ul>`
}

function columns(fields: string, examples: string): string {
  return `<div class="columns"><div>${fields}</div><div class="examples">${examples}</div></div>`
}

function example(title: string, content: Content, name: string): string {
  const found = content['application/json'].examples[name]
  if (found === undefined) return ''
  const text = escapeHtml(JSON.stringify(found.value, null, 2))
  const marked = text.replace(/^( *)(&quot;.*?&quot;):/gm, '$1<b>$2</b>:')
  return `<figure><figcaption>${escapeHtml(title)}</figcaption><pre>${marked}</pre></figure>`
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map(paragraph => `<p>${inline(paragraph)}</p>`)
    .join('')
}

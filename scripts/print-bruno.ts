// Makes examples/bruno, a collection of requests for Bruno, from the OpenAPI document: one for each
// example of a request, those to the operator's wallet included. Plain text files, one a request.

import path from 'node:path'
import { PROJECT_ROOT } from '../src/environment.ts'
import { CREDENTIALS } from '../src/wire/openapi/examples.ts'

export const BRUNO = path.join(PROJECT_ROOT, 'examples', 'bruno')

interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  requestBody?: { content: { 'application/json': { examples: Record<string, Example> } } }
  'x-methods'?: readonly { name: string; description: string }[]
}

interface Example {
  value: object
}

/** The part of the document that is read. */
export interface ApiDocument {
  info: { title: string }
  paths: Record<string, { get?: Operation; post?: Operation }>
  webhooks: Record<string, { post: Operation }>
}

interface Sent {
  folder: string
  name: string
  verb: 'get' | 'post'
  url: string
  /** A header that is there to be switched on. */
  header: string | null
  body: object | null
  about: string
}

/** File below examples/bruno -> its text. */
export function printBruno({ info, paths, webhooks }: ApiDocument): Map<string, string> {
  const calls = Object.entries(paths).flatMap(([at, { get, post }]) => [
    ...(get === undefined ? [] : [read(get, at)]),
    ...(post === undefined ? [] : examplesOf(post, `{{baseUrl}}${at}`, KEY_HEADER)),
  ])
  const callbacks = Object.values(webhooks).flatMap(({ post }) =>
    examplesOf(post, '{{walletUrl}}/EUR', SIGNATURE_HEADER),
  )
  const sent = [...calls, ...callbacks]
  return new Map([
    ['bruno.json', `${JSON.stringify(describe(info.title), null, 2)}\n`],
    ['environments/local.bru', ENVIRONMENT],
    ...sent.map((one, at): [string, string] => [
      `${one.folder}/${one.name}.bru`,
      printRequest(one, at + 1),
    ]),
  ])
}

const describe = (name: string) => ({ version: '1', name, type: 'collection', ignore: [] })

/** Sent only when it is switched on, by removing the mark before it. */
const KEY_HEADER = '~Idempotency-Key: {{$guid}}'
const SIGNATURE_HEADER = '~X-Reelhouse-Signature: {{signature}}'

/** The key is a secret: Bruno asks for it and writes it into no file. */
const ENVIRONMENT = `vars {
  baseUrl: http://127.0.0.1:8080
  walletUrl: http://127.0.0.1:4000/wallet
  partner: ${CREDENTIALS.partner}
}
vars:secret [
  apiKey
]
`

function read({ operationId, tags, summary, description }: Operation, at: string): Sent {
  return {
    folder: folderOf(tags),
    name: operationId,
    verb: 'get',
    url: `{{baseUrl}}${at}`,
    header: null,
    body: null,
    about: `${summary}.\n\n${description}`,
  }
}

function examplesOf(operation: Operation, url: string, header: string): Sent[] {
  const { examples } = operation.requestBody!.content['application/json']
  return Object.entries(examples).map(([name, { value }]) => {
    const method = operation['x-methods']?.find(each => each.name === name)
    const isSame = operation.operationId === name || operation.operationId === `wallet_${name}`
    return {
      folder: folderOf(operation.tags),
      name: method !== undefined || isSame ? name : `${operation.operationId}_${name}`,
      verb: 'post',
      url,
      header,
      body: withVariables(value),
      about: method?.description ?? operation.description,
    }
  })
}

const folderOf = ([tag = '']: readonly string[]) => tag.toLowerCase().replaceAll(' ', '-')

const VARIABLES: Readonly<Record<string, string>> = {
  partner: '{{partner}}',
  api_key: '{{apiKey}}',
}

function withVariables(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, VARIABLES[name] ?? value]),
  )
}

function printRequest({ name, verb, url, header, body, about }: Sent, seq: number): string {
  const kind = body === null ? 'none' : 'json'
  const blocks = [
    block('meta', `name: ${name}\ntype: http\nseq: ${seq}`),
    block(verb, `url: ${url}\nbody: ${kind}\nauth: none`),
    ...(header === null ? [] : [block('headers', header)]),
    ...(body === null ? [] : [block('body:json', JSON.stringify(body, null, 2))]),
    block('docs', about),
  ]
  return blocks.join('\n')
}

const block = (name: string, text: string) => `${name} {\n${text.replace(/^(?=.)/gm, '  ')}\n}\n`

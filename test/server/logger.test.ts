// No secret gets into a log line, in any position and number.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { createLogger, redactText } from '../../src/server/logger.ts'
import { until } from '../support/until.ts'

const SECRETS = ['rk_', 'rs_', 'rt_'].map(kind => `${kind}${'Ab1-_'.repeat(8)}`)
const HIDDEN = '[redacted]'

function openLog(t: Test, level = 'info') {
  const file = path.join(t.testdir({ log: '' }), 'log')
  const log = createLogger(level, 'node-7', file)
  const text = () => readFileSync(file, 'utf8')
  const lines = async (count: number) => {
    const written = () =>
      text()
        .split('\n')
        .filter(line => line !== '')
    await until('the lines are written', () => written().length >= count)
    return written().map(line => JSON.parse(line) as Record<string, unknown>)
  }
  return { log, lines, text }
}

t.test('a text loses every secret in it, and nothing else', async t => {
  for (const secret of SECRETS) {
    t.equal(redactText(`a ${secret} b ${secret}, c`), `a ${HIDDEN} b ${HIDDEN}, c`)
  }
  t.equal(redactText(SECRETS.join(' ')), SECRETS.map(() => HIDDEN).join(' '))
  t.equal(
    redactText('rk_short and work_of_many_letters_here'),
    'rk_short and work_of_many_letters_here',
  )
})

t.test('messages, errors, their stacks and other values lose them', async t => {
  const { log, lines, text } = openLog(t)
  const [key, signing, token] = SECRETS as [string, string, string]
  log.info(`asked with ${key} and ${key}`)
  log.error({ err: new Error(`no answer to ${signing}, ${signing}`) }, `again ${token}`)
  log.error({ err: `only a text of ${token}` }, 'fault')
  log.error({ err: Object.assign(new TypeError('plain'), { code: 'ECONNRESET' }) }, 'fault')
  const [first, second, third, fourth] = await lines(4)
  for (const secret of SECRETS) t.notMatch(text(), secret)
  t.match(first, { node: 'node-7', msg: `asked with ${HIDDEN} and ${HIDDEN}` })
  t.match(second, { err: { name: 'Error', message: `no answer to ${HIDDEN}, ${HIDDEN}` } })
  t.match(second!.err, { stack: /logger\.test/ })
  t.equal(third!.err, `only a text of ${HIDDEN}`)
  t.match(fourth, { err: { name: 'TypeError', code: 'ECONNRESET' } })
})

t.test('fields that hold secrets are blank at any depth that is logged', async t => {
  const names = [
    'api_key',
    'apiKey',
    'signingKeys',
    'clientCertificate',
    'token',
    'link',
    'masterKey',
    'metricsToken',
    'password',
    'authorization',
  ]
  const { log, lines, text } = openLog(t)
  for (const name of names) {
    log.info({ [name]: 'hush', within: { [name]: 'hush', deeper: { [name]: 'hush' } } }, name)
  }
  const written = await lines(names.length)
  for (const [i, name] of names.entries()) {
    const deeper = { [name]: HIDDEN }
    t.match(written[i], { msg: name, [name]: HIDDEN, within: { [name]: HIDDEN, deeper } })
  }
  t.notMatch(text(), 'hush')
})

t.test('a line below the level is not written', async t => {
  const { log, lines } = openLog(t, 'warn')
  log.info('quiet')
  log.warn('loud')
  log.level = 'info'
  log.info('heard now')
  t.match(await lines(2), [{ msg: 'loud' }, { msg: 'heard now' }])
})

// `npm run sbom`: writes dist/sbom.cdx.json, the CycloneDX list of every package that a node runs
// with, each with the SHA-512 that npm checks when it installs. Made only from package-lock.json,
// because npm's own list leaves out packages that development needs as well.

import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const TARGET = path.join(ROOT, 'dist', 'sbom.cdx.json')

/** @param lock package-lock.json, parsed */
export function makeSbom({ name, version, packages }) {
  const used = Object.entries(packages).filter(([at, { dev, link }]) => at !== '' && !dev && !link)
  const components = used.map(([at, locked]) => describe(at, locked))
  const byPurl = new Map(components.map(component => [component.purl, component]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', name, version, 'bom-ref': `${name}@${version}` },
    },
    components: [...byPurl.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  }
}

/** An alias is listed under the name of the installed package. */
function describe(at, { name: realName, version, integrity, license, optional }) {
  const name = realName ?? at.split('node_modules/').at(-1)
  const [algorithm, hash] = (integrity ?? '').split('-')
  if (algorithm !== 'sha512')
    throw new Error(`${name}@${version} has no SHA-512 in package-lock.json`)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: optional === true ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl,
  }
}

if (path.resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const sbom = makeSbom(JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')))
  fs.mkdirSync(path.dirname(TARGET), { recursive: true })
  fs.writeFileSync(TARGET, `${JSON.stringify(sbom, null, 2)}\n`)
  process.stdout.write(`${sbom.components.length} packages: dist/sbom.cdx.json\n`)
}

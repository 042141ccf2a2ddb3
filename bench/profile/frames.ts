// A V8 profile as a tree of frames in the project's terms: function, source line, room or package.
// Draws nothing.

import path from 'node:path'

export interface Frame {
  readonly name: string
  /** Of the source; '' if there is none: native code, garbage. */
  readonly file: string
  readonly line: number
  /** Of the frame alone, without its children: microseconds or bytes. */
  self: number
  readonly children: Map<string, Frame>
}

export interface ProfileTree {
  readonly kind: 'cpu' | 'heap'
  readonly root: Frame
  /** Idle microseconds, of a CPU profile. */
  readonly idle: number
}

export interface CallFrame {
  functionName: string
  url: string
  /** Counted from 0, as V8 does. */
  lineNumber: number
  columnNumber: number
}

interface CpuNode {
  id: number
  callFrame: CallFrame
  children?: number[]
}

export interface CpuProfile {
  nodes: CpuNode[]
  samples: number[]
  timeDeltas: number[]
}

interface HeapNode {
  callFrame: CallFrame
  selfSize: number
  children: HeapNode[]
}

export interface HeapProfile {
  head: HeapNode
}

export type Locate = (frame: CallFrame) => Pick<Frame, 'file' | 'line'>

const IDLE = '(idle)'
/** Entries for which V8 has no function. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'native, outside functions'],
])

export function readCpuProfile({ nodes, ...taken }: CpuProfile, locate: Locate): ProfileTree {
  const self = timesOf(taken)
  const byId = new Map(nodes.map(node => [node.id, node]))
  const root = newFrame('all', '', 0)
  let idle = 0
  function add(node: CpuNode, parent: Frame): void {
    const { callFrame, id, children = [] } = node
    if (callFrame.functionName === IDLE) {
      idle += self.get(id) ?? 0
      return
    }
    const frame = addFrame(parent, callFrame, locate)
    frame.self += self.get(id) ?? 0
    for (const child of children) add(byId.get(child)!, frame)
  }
  for (const child of nodes[0]?.children ?? []) add(byId.get(child)!, root)
  return { kind: 'cpu', root, idle }
}

/** Microseconds of each node: a sample lasts until the next one. */
function timesOf({ samples, timeDeltas }: Pick<CpuProfile, 'samples' | 'timeDeltas'>) {
  const self = new Map<number, number>()
  for (const [i, id] of samples.entries()) {
    self.set(id, (self.get(id) ?? 0) + Math.max(0, timeDeltas[i + 1] ?? 0))
  }
  return self
}

export function readHeapProfile({ head }: HeapProfile, locate: Locate): ProfileTree {
  const root = newFrame('all', '', 0)
  root.self = head.selfSize
  function add(node: HeapNode, parent: Frame): void {
    const frame = addFrame(parent, node.callFrame, locate)
    frame.self += node.selfSize
    for (const child of node.children) add(child, frame)
  }
  for (const child of head.children) add(child, root)
  return { kind: 'heap', root, idle: 0 }
}

/** A function called from one place is one frame, however many versions of it V8 compiled. */
function addFrame(parent: Frame, callFrame: CallFrame, locate: Locate): Frame {
  const { functionName } = callFrame
  const { file, line } = locate(callFrame)
  const unnamed = file === '' ? '(unnamed)' : `${path.basename(file)}:${line}`
  const name = NAMES.get(functionName) ?? (functionName === '' ? unnamed : functionName)
  const key = `${name} ${file}:${line}`
  const known = parent.children.get(key)
  if (known !== undefined) return known
  const frame = newFrame(name, file, line)
  parent.children.set(key, frame)
  return frame
}

const newFrame = (name: string, file: string, line: number): Frame => ({
  name,
  file,
  line,
  self: 0,
  children: new Map(),
})

export function totalOf({ self, children }: Frame): number {
  let sum = self
  for (const child of children.values()) sum += totalOf(child)
  return sum
}

/** A room of src/, a package, Node's own code, garbage, or native code. */
export function roomOf({ name, file }: Pick<Frame, 'name' | 'file'>): string {
  if (name === 'garbage collection') return 'garbage'
  if (file === '') return 'native'
  const [, scheme] = /^(node|wasm):/.exec(file) ?? []
  if (scheme !== undefined) return scheme
  const [, scope] =
    /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*\/node_modules\/)/.exec(file) ?? []
  if (scope !== undefined) return scope
  const [first = '', second = ''] = file.split('/')
  return first === 'src' && second !== '' && !second.includes('.') ? second : first
}

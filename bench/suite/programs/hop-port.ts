// The floor of a hop: answers every message on a MessagePort.

import { type MessagePort, workerData } from 'node:worker_threads'
import { SPIN_ANSWER } from '../spin-answer.ts'

const port = workerData as MessagePort
port.on('message', ([id]: [number]) => port.postMessage([id, SPIN_ANSWER]))

// Lets one process at a time install and build in a checkout; the others wait for it. Runs before
// installation, so it must never import a package.

import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * An install and build takes a minute or two; a lock this old belongs to a process that ended long
 * ago.
 */
const OLDEST_LOCK_MS = 15 * 60 * 1000
const POLL_MS = 200

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The process that holds the lock, or null when the lock is free or was left behind. */
function holderOf(lock) {
  try {
    const pid = Number(fs.readFileSync(lock, 'utf8'))
    const ageMs = Date.now() - fs.statSync(lock).mtimeMs
    // Zero and below would mean groups of processes.
    return pid > 1 && isAlive(pid) && ageMs < OLDEST_LOCK_MS ? pid : null
  } catch {
    return null
  }
}

/** A complete file appears at once (link), so a lock is never read without its owner in it. */
function take(lock) {
  const own = `${lock}.${process.pid}`
  fs.writeFileSync(own, String(process.pid))
  try {
    fs.linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    fs.rmSync(own, { force: true })
  }
}

/**
 * Another waiter may meanwhile have removed the old lock and taken a new one: the file that was
 * moved away is checked, and put back if its owner is alive.
 */
function removeStale(lock) {
  const aside = `${lock}.${process.pid}.stale`
  try {
    fs.renameSync(lock, aside)
    if (holderOf(aside) !== null) fs.linkSync(aside, lock)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(aside, { force: true })
  }
}

/** Runs `work` while this process holds `.data/setup.lock` of the checkout. */
export async function withSetupLock(root, work) {
  const lock = path.join(root, '.data', 'setup.lock')
  fs.mkdirSync(path.dirname(lock), { recursive: true })
  let isReported = false
  while (!take(lock)) {
    const holder = holderOf(lock)
    if (holder === null) {
      removeStale(lock)
      continue
    }
    if (!isReported) {
      process.stderr.write(`Another run (pid ${holder}) is preparing this checkout; waiting ...\n`)
      isReported = true
    }
    await sleep(POLL_MS)
  }
  const release = () => fs.rmSync(lock, { force: true })
  process.on('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

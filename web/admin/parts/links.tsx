// Links to the pages of the panel: a project, a player, a round, a session, a call. The only place
// that builds these addresses, so that every page that names one of them links to it.

import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { at, type QueryFields, withQuery } from '../api.ts'
import { visible } from './values.tsx'

const PLAYER = '/projects/:projectId/players/:playerId'

interface LinkedProps {
  to: string
  entity: string
  title?: string
  children: ReactNode
}

function Linked({ to, entity, title, children }: LinkedProps) {
  return (
    <Anchor
      component={Link}
      href={to}
      title={title}
      inherit
      underline="always"
      className="entity"
      data-to={entity}
    >
      {children}
    </Anchor>
  )
}

/** Version 7 ids differ at the end. */
export const shortId = (id: string) => `…${id.slice(-12)}`

export function ProjectLink({ projectId }: { projectId: string }) {
  return (
    <Linked to={at('/projects/:projectId', { projectId })} entity="project">
      {projectId}
    </Linked>
  )
}

interface OfPlayer {
  projectId: string
  playerId: string
}

export function PlayerLink({ projectId, playerId }: OfPlayer) {
  return (
    <Linked to={at(PLAYER, { projectId, playerId })} entity="player">
      {visible(playerId)}
    </Linked>
  )
}

function ShortId({ id }: { id: string }) {
  return <span className="code short-id">{shortId(id)}</span>
}

export function RoundLink({ roundId, isWhole = false }: { roundId: string; isWhole?: boolean }) {
  return (
    <Linked to={at('/rounds/:roundId', { roundId })} entity="round" title={roundId}>
      {isWhole ? <span className="code">{roundId}</span> : <ShortId id={roundId} />}
    </Linked>
  )
}

/** To the round's page, where the replay opens. */
export function ReplayLink({ roundId, children }: { roundId: string; children: ReactNode }) {
  const to = withQuery(at('/rounds/:roundId', { roundId }), { replay: 'open' })
  return (
    <Linked to={to} entity="replay">
      {children}
    </Linked>
  )
}

/** To the page of its player, where the session is highlighted. */
export function SessionLink({ sessionId, ...player }: OfPlayer & { sessionId: string }) {
  const to = withQuery(at(PLAYER, player), { session: sessionId })
  return (
    <Linked to={to} entity="session" title={sessionId}>
      <ShortId id={sessionId} />
    </Linked>
  )
}

interface ListLinkProps {
  /** The filters of the list. */
  of?: QueryFields
  children: ReactNode
}

function listLink(path: string, entity: string) {
  return ({ of = {}, children }: ListLinkProps) => (
    <Linked to={withQuery(path, of)} entity={entity}>
      {children}
    </Linked>
  )
}

/** To the rounds that a query finds, such as those behind a count. */
export const RoundsLink = listLink('/rounds', 'rounds')
/** To calls in the callback log; `call` opens that call. */
export const CallsLink = listLink('/callback-log', 'calls')
export const PlayersLink = listLink('/players', 'players')
export const AuditLink = listLink('/audit', 'audit')
export const ReportLink = listLink('/reports', 'report')
export const PausesLink = listLink('/pauses', 'pauses')

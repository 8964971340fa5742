import type { FastifyRequest } from 'fastify'
import { storageSettings, type StorageSettings } from '@stoa/contract/services/storage/settings'
import { pathOf } from '../../lib/request-url.ts'
import type { Clock } from '../../lib/clock.ts'
import { headersJson } from '../../lib/header-text.ts'
import type { Caller } from '../../project/caller.ts'
import type { Project } from '../../project/project.ts'
import { serviceCaller } from '../../project/resolve-caller.ts'
import type { ObjectStore } from './backend/object-store.ts'
import type { RequestFacts, Sessions, SharedReads, StorageSession } from './session.ts'
import type { Unfinished } from './unfinished.ts'

/**
 * The dependencies of every verb. Every protocol creates one per request and calls the same verbs.
 */
export type StorageContext = {
  readonly project: Project
  readonly store: ObjectStore
  readonly clock: Clock
  readonly newId: () => string
  /** The version of new content. */
  readonly newVersion: () => string
  readonly settings: StorageSettings
  /** The database as the caller. */
  readonly session: StorageSession
  /** The database without policies. Each use explains its reason. */
  readonly system: StorageSession
  /** The id of the caller's account, which owns what the caller creates. */
  readonly owner: string | undefined
  /** The role of the caller. */
  readonly role: string
  readonly unfinished: Unfinished
  /** Starts removing the content of deleted or replaced rows, and delivering events. */
  readonly removeContent: () => void
  /** Starts delivering the events of changed rows. */
  readonly deliverEvents: () => void
}

export type ContextDeps = {
  readonly clock: Clock
  readonly newId: () => string
  readonly newVersion: () => string
  readonly storeOf: (project: Project) => ObjectStore
  readonly sessions: Sessions
  readonly sharedReadsOf: (project: Project) => SharedReads
  readonly unfinishedOf: (project: Project) => Unfinished
  readonly removeContent: (project: Project) => void
  readonly deliverEvents: (project: Project) => void
}

/** The context of a request, for its caller. Policies know the operations by the names of storage-api. */
export type ContextOf = (request: FastifyRequest, operation: string) => StorageContext

export function createContext(
  deps: ContextDeps,
  { project, caller }: { readonly project: Project; readonly caller: Caller },
  facts: RequestFacts,
): StorageContext {
  const { clock, newId, newVersion, removeContent, deliverEvents } = deps
  const { sub } = caller.claims
  return {
    project,
    clock,
    newId,
    newVersion,
    store: deps.storeOf(project),
    unfinished: deps.unfinishedOf(project),
    settings: project.settings.of(storageSettings),
    session: deps.sessions.of(project, caller, facts),
    system: deps.sessions.system(project, facts, deps.sharedReadsOf(project)),
    role: caller.role,
    owner: typeof sub === 'string' ? sub : undefined,
    removeContent() {
      removeContent(project)
      deliverEvents(project)
    },
    deliverEvents: () => deliverEvents(project),
  }
}

export const createContextOf =
  (deps: ContextDeps): ContextOf =>
  (request, operation) =>
    createContext(deps, request, {
      operation: isBare(operation) ? operation : `storage.${operation}`,
      method: request.method,
      path: pathOf(request.url),
      headersJson: headersJson(request.headers),
      departure: request.departure,
    })

/** The context of a member's request. Policies do not apply to members. */
export type MemberContextOf = (request: FastifyRequest) => StorageContext

export const createMemberContextOf =
  (deps: ContextDeps): MemberContextOf =>
  ({ project, method }) =>
    createContext(
      deps,
      { project, caller: serviceCaller },
      { operation: 'storage.dashboard', method, path: '', headersJson: '{}' },
    )

/** In storage-api, requests for information have names without a prefix, and policies compare them. */
const isBare = (operation: string): boolean => operation.endsWith('_info')

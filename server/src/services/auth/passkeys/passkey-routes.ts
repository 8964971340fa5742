import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseBody, parseUserId, text } from '../body.ts'
import { createContext, type AuthContext, type AuthParts } from '../context.ts'
import { authError, userNotFound, validationFailed } from '../errors.ts'
import { deletePasskey, listPasskeys, renamePasskey, type Passkey } from '../queries/passkeys.ts'
import { findUser } from '../queries/users.ts'
import { requireNamedPerson, requireServiceRole } from '../sessions/bearer.ts'
import { requirePasskeys } from './challenges.ts'
import {
  offerPasskey,
  registerPasskey,
  RegistrationBody,
  requireFullLevel,
} from './register-passkey.ts'
import { askForPasskey, AuthenticationBody, signInWithPasskey } from './sign-in-passkey.ts'

const MAX_NAME = 120
const RenameBody = z.object({ friendly_name: text })

/** Routes for passkeys, on GoTrue's paths. */
export const passkeyRoutes = (parts: AuthParts) => async (app: FastifyInstance) => {
  const contextOf = (request: FastifyRequest) => createContext(parts, request)
  app.post('/passkeys/authentication/options', (request) => askForPasskey(contextOf(request)))
  app.post('/passkeys/authentication/verify', (request) =>
    signInWithPasskey(contextOf(request), parseBody(AuthenticationBody, request)),
  )
  app.post('/passkeys/registration/options', (request) => offer(contextOf(request), request))
  app.post('/passkeys/registration/verify', (request) => register(contextOf(request), request))
  app.get('/passkeys', (request) => listOwn(contextOf(request), request))
  app.patch('/passkeys/:passkeyId', (request) => rename(contextOf(request), request))
  app.delete('/passkeys/:passkeyId', async (request, reply) => {
    await removeOwn(contextOf(request), request)
    return reply.status(204).send()
  })
  void app.register(adminRoutes(parts))
}

const adminRoutes = (parts: AuthParts) => async (app: FastifyInstance) => {
  const contextOf = (request: FastifyRequest) => createContext(parts, request)
  app.addHook('onRequest', async (request) => requireServiceRole(request))
  app.get('/admin/users/:id/passkeys', (request) =>
    listOf(contextOf(request), parseUserId(request)),
  )
  app.delete('/admin/users/:id/passkeys/:passkeyId', async (request, reply) => {
    const userId = parseUserId(request)
    await removePasskey(contextOf(request), { id: parsePasskeyId(request), userId })
    return reply.status(204).send()
  })
}

async function offer(context: AuthContext, request: FastifyRequest) {
  return offerPasskey(context, await requireOwner(context, request))
}

async function register(context: AuthContext, request: FastifyRequest) {
  const person = await requireOwner(context, request)
  return registerPasskey(context, person, parseBody(RegistrationBody, request))
}

async function listOwn(
  context: Pick<AuthContext, 'database' | 'now' | 'settings'>,
  request: FastifyRequest,
) {
  const { user } = await requireOwner(context, request)
  return (await listPasskeys(context.database, user.id)).map(toPasskeyBody)
}

async function listOf({ database }: Pick<AuthContext, 'database'>, userId: string) {
  if (!(await findUser(database, userId))) throw userNotFound()
  return (await listPasskeys(database, userId)).map(toPasskeyBody)
}

async function removeOwn(
  context: Pick<AuthContext, 'database' | 'now' | 'settings'>,
  request: FastifyRequest,
) {
  const person = await requireOwner(context, request)
  requireFullLevel(person)
  await removePasskey(context, { id: parsePasskeyId(request), userId: person.user.id })
}

async function requireOwner(
  context: Pick<AuthContext, 'database' | 'now' | 'settings'>,
  request: FastifyRequest,
) {
  requirePasskeys(context)
  return requireNamedPerson(context, request)
}

async function rename(
  context: Pick<AuthContext, 'database' | 'now' | 'settings'>,
  request: FastifyRequest,
) {
  const person = await requireOwner(context, request)
  const name = parseBody(RenameBody, request).friendly_name.trim()
  if (name === '' || name.length > MAX_NAME)
    throw validationFailed(`The name of a passkey must have 1 to ${MAX_NAME} characters`)
  const renamed = await renamePasskey(context.database, {
    id: parsePasskeyId(request),
    userId: person.user.id,
    name,
    now: context.now,
  })
  if (!renamed) throw passkeyNotFound()
  return toPasskeyBody(renamed)
}

/** Removes a passkey of the account; 404 `webauthn_credential_not_found`. */
export async function removePasskey(
  { database }: Pick<AuthContext, 'database'>,
  of: { id: string; userId: string },
) {
  if (!(await deletePasskey(database, of))) throw passkeyNotFound()
}

const passkeyNotFound = () => authError(404, 'webauthn_credential_not_found', 'Passkey not found')

function parsePasskeyId(request: FastifyRequest): string {
  const params = z.object({ passkeyId: z.guid() }).safeParse(request.params)
  if (!params.success) throw authError(404, 'validation_failed', 'passkey_id must be an UUID')
  return params.data.passkeyId
}

const toPasskeyBody = (passkey: Passkey) => ({
  id: passkey.id,
  friendly_name: passkey.friendly_name,
  created_at: passkey.created_at.toISOString(),
  last_used_at: passkey.last_used_at?.toISOString(),
})

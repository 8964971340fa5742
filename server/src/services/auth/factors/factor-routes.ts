import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireNamedPerson } from '../sessions/bearer.ts'
import { parseBody, parseFactorId } from '../body.ts'
import { challengeFactor, ChallengeBody } from './challenge-factor.ts'
import { createContext, type AuthContext, type AuthParts } from '../context.ts'
import { enrollFactor, EnrollBody } from './enroll-factor.ts'
import {
  generateRecoveryCodes,
  GenerateBody,
  readRecoveryCodes,
  RecoveryCodeBody,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes.ts'
import { unenrollFactor } from './unenroll-factor.ts'
import { verifyFactor, VerifyFactorBody } from './verify-factor.ts'

/** Routes for the second factors of the signed-in account, on GoTrue's paths. */
export const factorRoutes = (parts: AuthParts) => async (app: FastifyInstance) => {
  const contextOf = (request: FastifyRequest) => createContext(parts, request)
  app.post('/factors', (request) => enroll(contextOf(request), request))
  app.post('/factors/:id/challenge', (request) => challenge(contextOf(request), request))
  app.post('/factors/:id/verify', (request) => verify(contextOf(request), request))
  app.get('/factors/recovery-codes', (request) => readCodes(contextOf(request), request))
  app.post('/factors/recovery-codes', (request) => generateCodes(contextOf(request), request))
  app.post('/factors/recovery-codes/regenerate', (request) =>
    regenerateCodes(contextOf(request), request),
  )
  app.post('/factors/recovery-codes/verify', (request) => useCode(contextOf(request), request))
  app.delete('/factors/recovery-codes', (request) => removeCodes(contextOf(request), request))
  app.delete('/factors/:id', (request) => unenroll(contextOf(request), request))
}

async function enroll(context: AuthContext, request: FastifyRequest) {
  const person = await requireNamedPerson(context, request)
  return enrollFactor(context, person, parseBody(EnrollBody, request))
}

async function challenge(context: AuthContext, request: FastifyRequest) {
  const person = await requireNamedPerson(context, request)
  const body = parseBody(ChallengeBody, request)
  return challengeFactor(context, person, { factorId: parseFactorId(request, 'id'), body })
}

async function verify(context: AuthContext, request: FastifyRequest) {
  const person = await requireNamedPerson(context, request)
  const body = parseBody(VerifyFactorBody, request)
  return verifyFactor(context, person, { factorId: parseFactorId(request, 'id'), body })
}

async function unenroll(context: AuthContext, request: FastifyRequest) {
  const person = await requireNamedPerson(context, request)
  return unenrollFactor(context, person, parseFactorId(request, 'id'))
}

async function readCodes(context: Pick<AuthContext, 'database' | 'now'>, request: FastifyRequest) {
  return readRecoveryCodes(context, await requireNamedPerson(context, request))
}

async function generateCodes(context: AuthContext, request: FastifyRequest) {
  const person = await requireNamedPerson(context, request)
  return generateRecoveryCodes(context, person, parseBody(GenerateBody, request))
}

async function regenerateCodes(context: AuthContext, request: FastifyRequest) {
  return regenerateRecoveryCodes(context, await requireNamedPerson(context, request))
}

async function useCode(context: AuthContext, request: FastifyRequest) {
  const person = await requireNamedPerson(context, request)
  return verifyRecoveryCode(context, person, parseBody(RecoveryCodeBody, request))
}

async function removeCodes(context: AuthContext, request: FastifyRequest) {
  return removeRecoveryCodes(context, await requireNamedPerson(context, request))
}

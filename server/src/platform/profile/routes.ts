import * as endpoints from '@stoa/contract/platform/profile'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { createProfile } from './create-profile.ts'
import { deleteAccount } from './delete-account.ts'
import { listPermissions } from './list-permissions.ts'
import { readProfile } from './read-profile.ts'
import { updateProfile } from './update-profile.ts'

export const profileRoutes = (context: Context): readonly Route[] => [
  route(endpoints.getProfile).to(({ request }) => readProfile(context, request.member)),
  route(endpoints.createProfile).to(({ request }) => createProfile(context, request.member)),
  route(endpoints.updateProfile).to(({ request, body }) =>
    updateProfile(context, request.member, body),
  ),
  route(endpoints.deleteAccount).to(({ request, body }) =>
    deleteAccount(context, context.actorOf(request), body.password),
  ),
  route(endpoints.getPermissions).to(({ request }) => listPermissions(context, request.member)),
  route(endpoints.checkPassword).to(async ({ body }) => ({
    result: await context.passwordStrength.check(body.password),
  })),
]

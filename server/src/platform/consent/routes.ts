import * as endpoints from '@stoa/contract/platform/consent'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { readConsent } from './read-consent.ts'
import { setConsent } from './set-consent.ts'

export const consentRoutes = (context: Context): readonly Route[] => [
  route(endpoints.getConsent).to(({ request }) => readConsent(context, request.member)),
  route(endpoints.setConsent).to(({ request, body }) =>
    setConsent(context, request.member, body.services),
  ),
]

import { getConsent, setConsent, type Consent } from '@stoa/contract/platform/consent'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../client/client-context.ts'
import { giveTelemetryConsent, withdrawTelemetryConsent } from '../local/telemetry-consent.ts'

const consentKey = ['consent'] as const
/** The service that keeps usage events, as the server calls it. */
const TELEMETRY_SERVICE = 'usage-events'

export type ConsentStatus = { id: string; status: boolean }

/** What the installation uses and what the caller has decided; the decision is kept here as well. */
export function useConsent() {
  const call = useCall()
  return useQuery({
    queryKey: consentKey,
    queryFn: async ({ signal }) => keepTelemetryConsent(await call(getConsent, { signal })),
  })
}

export function useSetConsent() {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (services: ConsentStatus[]) =>
      keepTelemetryConsent(await call(setConsent, { body: { services } })),
    onSuccess: (consent) => queryClient.setQueryData(consentKey, consent),
    meta: { failure: 'Failed to save the privacy settings' },
  })
}

/** Every service that can be refused, with the same answer. */
export function answerForAll({ categories }: Consent, status: boolean): ConsentStatus[] {
  return categories
    .filter((category) => !category.isEssential)
    .flatMap(({ services }) => services.map(({ id }) => ({ id, status })))
}

/** True when there is something to ask and the person has not been asked. */
export const mustAskForConsent = (consent: Consent): boolean =>
  consent.decided_at === null && answerForAll(consent, true).length > 0

function keepTelemetryConsent(consent: Consent): Consent {
  const services = consent.categories.flatMap((category) => category.services)
  const telemetry = services.find(({ id }) => id === TELEMETRY_SERVICE)
  if (telemetry?.consent.status) giveTelemetryConsent()
  else withdrawTelemetryConsent()
  return consent
}

import type { Endpoint } from '@stoa/contract/endpoint'
import type { FeatureName } from '@stoa/contract/platform/features'
import { listOverdueInvoices } from '@stoa/contract/platform/invoices'
import {
  archiveNotifications,
  listNotifications,
  updateNotifications,
} from '@stoa/contract/platform/notifications'
import { createOrganization } from '@stoa/contract/platform/organizations'
import type { Permission } from '@stoa/contract/platform/permissions'
import { getPermissions, type Capability } from '@stoa/contract/platform/profile'
import { createTicket, listTickets } from '@stoa/contract/platform/support'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { urlOf } from '../lib/http.ts'

type Feature = {
  readonly permissions: readonly Permission[]
  readonly capabilities: readonly Capability[]
  /** Endpoints of the feature that no permission guards. */
  readonly endpoints: readonly Pick<Endpoint, 'method' | 'path'>[]
}

/** The endpoints and permissions of each feature, declared only here. */
const FEATURES: Readonly<Record<FeatureName, Partial<Feature>>> = {
  'organizations:create': {
    capabilities: ['organizations:create'],
    endpoints: [createOrganization],
  },
  'organizations:delete': { permissions: ['organization:delete'] },
  'members:invite': { permissions: ['member:invite'] },
  'projects:create': { permissions: ['project:create'] },
  'projects:pause': { permissions: ['project:pause'] },
  'projects:delete': { permissions: ['project:delete'] },
  'billing:invoices': {
    permissions: ['invoice:read', 'subscription:update'],
    capabilities: ['invoices:read'],
    endpoints: [listOverdueInvoices],
  },
  notifications: {
    capabilities: ['notifications:read'],
    endpoints: [listNotifications, updateNotifications, archiveNotifications],
  },
  support: { capabilities: ['support:create'], endpoints: [createTicket, listTickets] },
  permissions: { endpoints: [getPermissions] },
}

type Disabled = readonly FeatureName[]

/** The disabled feature that a permission belongs to. */
export const disabledFeatureOf = (
  permission: Permission,
  disabled: Disabled,
): FeatureName | undefined =>
  disabled.find((name) => FEATURES[name].permissions?.includes(permission))

export const isCapabilityDisabled = (capability: Capability, disabled: Disabled): boolean =>
  disabled.some((name) => FEATURES[name].capabilities?.includes(capability))

/** Refuses a request for an endpoint of a disabled feature with 403 `feature_disabled`. */
export function requireFeature({ routeOptions }: FastifyRequest, disabled: Disabled): void {
  const feature = disabled.find((name) =>
    FEATURES[name].endpoints?.some(
      (endpoint) => endpoint.method === routeOptions.method && urlOf(endpoint) === routeOptions.url,
    ),
  )
  if (feature) throw featureDisabled(feature)
}

export const featureDisabled = (feature: FeatureName): AppError =>
  new AppError('feature_disabled', `The feature ${feature} is disabled on this installation.`, {
    status: 403,
    hint: 'Ask an operator of the installation.',
    details: { feature },
  })

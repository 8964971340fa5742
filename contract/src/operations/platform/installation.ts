// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/installation.ts'

export const checkClaimToken: OperationsOf<typeof source.checkClaimToken> = {
  method: 'POST',
  path: '/platform/installation/claim/check',
  access: 'public',
}

export const checkRecoveryKey: OperationsOf<typeof source.checkRecoveryKey> = {
  method: 'POST',
  path: '/platform/installation/recovery-key/check',
  access: 'operator',
}

export const claimInstallation: OperationsOf<typeof source.claimInstallation> = {
  method: 'POST',
  path: '/platform/installation/claim',
  access: 'public',
}

export const createOwner: OperationsOf<typeof source.createOwner> = {
  method: 'POST',
  path: '/platform/installation/owners',
  access: 'operator',
}

export const getInstallation: OperationsOf<typeof source.getInstallation> = {
  method: 'GET',
  path: '/platform/installation',
  access: 'public',
}

export const getIsolation: OperationsOf<typeof source.getIsolation> = {
  method: 'GET',
  path: '/platform/installation/isolation',
  access: 'operator',
}

export const getRecoveryState: OperationsOf<typeof source.getRecoveryState> = {
  method: 'GET',
  path: '/platform/installation/recovery',
  access: 'operator',
}

export const listInstallationMail: OperationsOf<typeof source.listInstallationMail> = {
  method: 'GET',
  path: '/platform/installation/mailbox',
  access: 'operator',
}

export const listProjectMail: OperationsOf<typeof source.listProjectMail> = {
  method: 'GET',
  path: '/platform/projects/{ref}/mailbox',
  access: 'mailbox:read',
}

export const removeSecondFactors: OperationsOf<typeof source.removeSecondFactors> = {
  method: 'POST',
  path: '/platform/installation/remove-second-factors',
  access: 'operator',
}

export const updateInstallation: OperationsOf<typeof source.updateInstallation> = {
  method: 'PATCH',
  path: '/platform/installation',
  access: 'operator',
}

import type { TlsMode } from '@stoa/contract/services/wrappers/servers'

export const TLS_MODES: readonly { value: TlsMode; label: string; description: string }[] = [
  {
    value: 'verify-full',
    label: 'Verified',
    description: 'The certificate must be valid for the host.',
  },
  {
    value: 'require',
    label: 'Encrypted, not verified',
    description: 'Accepts any certificate, so the connection can be intercepted.',
  },
  { value: 'disable', label: 'Off', description: 'Only for networks that you trust.' },
]

import { Network, networkAccess, type NetworkAccess } from '@stoa/contract/platform/network-access'
import type { SettingsDeclaration } from '../../components/settings/settings-declaration.ts'
import { CertificateField } from './certificate-field.tsx'
import { NetworksField } from './networks-field.tsx'
import { OwnAddressNotice } from './own-address-notice.tsx'

/** The settings of the page about network access. */
export const networkPage: SettingsDeclaration<NetworkAccess> = {
  section: networkAccess,
  product: 'database',
  title: 'Network access',
  description:
    'Who can connect to the database with psql or a Postgres driver. The API and your functions are not affected.',
  subject: 'Network access',
  change: 'project:update',
  problems: ({ allowed_networks }) => {
    const wrong = allowed_networks.find((network) => !Network.safeParse(network).success)
    if (wrong === undefined) return {}
    return {
      allowed_networks: `“${wrong}” is not a network. Add the length of its prefix, such as 203.0.113.7/32 or 2001:db8::/48.`,
    }
  },
  parts: [
    {
      title: 'Allowed networks',
      description:
        'Other addresses are refused before they can try a password. Saving closes open connections from other addresses.',
      fields: [
        {
          name: 'allowed_networks',
          control: 'custom',
          show: (props) => <NetworksField {...props} />,
          label: 'Networks',
          inSentence: 'allowed networks',
        },
      ],
      Notice: OwnAddressNotice,
    },
    {
      title: 'Encryption',
      fields: [
        {
          name: 'require_tls',
          control: 'custom',
          show: (props) => <CertificateField {...props} />,
          label: 'Require TLS',
          inSentence: 'required TLS',
        },
      ],
    },
  ],
}

import { networkAccess } from '@stoa/contract/operations/platform/network-access'
import { Link } from '@tanstack/react-router'
import { useNetworkFacts } from '../../data/resources/platform/network-access.ts'
import { useSettings } from '../../data/resources/services/data-api/settings.ts'
import { isInNetworks } from '../../lib/networks.ts'
import { Callout } from '../../ui/feedback/callout.tsx'

type ConnectAccessProps = { projectRef: string; onClose: () => void }

/** Tells who can connect to the database, and how, where that is restricted. */
export function ConnectAccess({ projectRef, onClose }: ConnectAccessProps) {
  const { data: access } = useSettings(projectRef, networkAccess)
  const { data: facts } = useNetworkFacts(projectRef)
  if (!access || !facts) return null
  const { allowed_networks, require_tls } = access
  const own = facts.your_address
  const isRestricted = !EVERYBODY.every((network) => allowed_networks.includes(network))
  if (!isRestricted && !require_tls) return null
  const isRefused = !isInNetworks(own, allowed_networks)
  return (
    <Callout
      type={isRefused ? 'caution' : 'note'}
      title={
        isRefused ? 'Your address can’t connect to the database' : 'Restricted database access'
      }
    >
      {isRefused && (
        <>
          Your address is <code>{own}</code>, and only some networks can connect.{' '}
        </>
      )}
      {isRestricted && !isRefused && 'Only allowed networks can connect. '}
      {require_tls && 'Connections must be encrypted: use sslmode=require or stricter. '}
      <Link
        to="/project/$ref/database/network"
        params={{ ref: projectRef }}
        className="underline underline-offset-2 hover:no-underline"
        onClick={onClose}
      >
        Network access
      </Link>
    </Callout>
  )
}

const EVERYBODY = ['0.0.0.0/0', '::/0']

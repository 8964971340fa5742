import type { NetworkAccess } from '@stoa/contract/platform/network-access'
import { useNetworkFacts } from '../../data/resources/platform/network-access.ts'
import { isInNetworks } from '../../lib/networks.ts'
import { Callout } from '../../ui/feedback/callout.tsx'

type OwnAddressNoticeProps = { projectRef: string; values: NetworkAccess }

/** Names the person's address, and warns if it could not connect. */
export function OwnAddressNotice({
  projectRef,
  values: { allowed_networks },
}: OwnAddressNoticeProps) {
  const { data: facts } = useNetworkFacts(projectRef)
  if (!facts) return null
  const address = <code>{facts.your_address}</code>
  const proxies =
    'Behind a proxy, the database sees the address of the proxy. The logs name the address of each refused connection.'
  if (allowed_networks.length === 0)
    return (
      <Callout type="caution" title="Nobody can connect to the database">
        Your address is {address}. {proxies}
      </Callout>
    )
  if (!isInNetworks(facts.your_address, allowed_networks))
    return (
      <Callout type="caution" title="Your own address can’t connect">
        Your address is {address}, which is in none of these networks. {proxies}
      </Callout>
    )
  return (
    <p className="text-xs text-muted">
      Your address is {address}, which can connect. {proxies}
    </p>
  )
}

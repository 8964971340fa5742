import { EVERY_NETWORK } from '@stoa/contract/platform/network-access'
import { ListEntry } from '../../components/settings/setting-control.tsx'
import type { CustomControlProps } from '../../components/settings/settings-declaration.ts'
import { useNetworkFacts } from '../../data/resources/platform/network-access.ts'
import { isInNetworks, networkOfOne } from '../../lib/networks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'

/** The list of allowed networks, one per line. */
export function NetworksField({
  projectRef,
  label,
  value,
  disabled,
  error,
  onValueChange,
}: CustomControlProps<string[]>) {
  const { data: facts } = useNetworkFacts(projectRef)
  const everybody = EVERY_NETWORK.every((network) => value.includes(network))
  const own = facts?.your_address
  const others = value.filter((network) => !EVERY_NETWORK.includes(network))
  return (
    <Field
      label={label}
      error={error}
      description="IPv4 or IPv6 in CIDR notation, one per line. Without any, nobody can connect over the network."
    >
      {(control) => (
        <>
          <ListEntry
            control={{ ...control, disabled }}
            isMultiline
            value={value}
            onChange={(networks) => onValueChange(textsOf(networks))}
          />
          {!disabled && (
            <div className="flex flex-wrap gap-2">
              {own !== undefined && (everybody || !isInNetworks(own, value)) && (
                <Button size="sm" onClick={() => onValueChange([...others, networkOfOne(own)])}>
                  {everybody ? 'Allow only my address' : 'Add my address'}
                </Button>
              )}
              {!everybody && (
                <Button size="sm" onClick={() => onValueChange([...EVERY_NETWORK])}>
                  Allow every address
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </Field>
  )
}

const textsOf = (values: unknown): string[] =>
  Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []

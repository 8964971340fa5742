import type { Factor } from '../../data/client/second-factor.ts'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { factorName } from './factor-name.ts'

type FactorChoiceProps = {
  factors: readonly Factor[]
  value: string
  onChange: (factorId: string) => void
}

/** Selects which of several authenticator apps the code comes from. */
export function FactorChoice({ factors, value, onChange }: FactorChoiceProps) {
  return (
    <RadioGroup aria-label="Authenticator app" value={value} onValueChange={onChange}>
      {factors.map((factor) => (
        <Radio key={factor.id} value={factor.id} label={factorName(factor)} />
      ))}
    </RadioGroup>
  )
}

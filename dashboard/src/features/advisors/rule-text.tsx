import type { AdvisorRule } from '@stoa/contract/services/advisors/advisors'
import { Link } from '@tanstack/react-router'

type RuleTextProps = {
  projectRef: string
  rule: AdvisorRule
  /** The page of the rules has no headings above these. It does not link to itself. */
  isRulesPage?: boolean
}

/** The consequences of a fault, and the ways to correct it. */
export function RuleText({ projectRef, rule, isRulesPage = false }: RuleTextProps) {
  const Heading = isRulesPage ? 'h2' : 'h3'
  return (
    <div className="grid gap-4">
      <section className="grid gap-1">
        <Heading className="text-sm font-medium">Why it matters</Heading>
        <p className="max-w-prose text-pretty text-muted">{rule.why}</p>
      </section>
      <section className="grid gap-1">
        <Heading className="text-sm font-medium">How to correct it</Heading>
        <ul className="grid max-w-prose list-disc gap-1 pl-4 text-muted">
          {rule.remedy.map((step) => (
            <li key={step} className="text-pretty">
              {step}
            </li>
          ))}
        </ul>
      </section>
      {!isRulesPage && (
        <Link
          to={`/project/$ref/advisors/rules/${rule.category}`}
          params={{ ref: projectRef }}
          search={{ rule: rule.name }}
          className="justify-self-start text-accent-text hover:underline"
        >
          About this rule
        </Link>
      )}
    </div>
  )
}

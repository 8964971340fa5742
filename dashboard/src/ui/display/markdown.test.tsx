import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown.tsx'
import { isAllowedAddress } from './allowed-address.ts'

const show = (text: string) => render(<Markdown text={text} />).container

describe('Markdown content', () => {
  it('shows bold, code, lists, headings and quotes as elements', () => {
    const shown = show('# Title\n\nA **bold** `a < b` text\n\n- one\n- *two*\n\n1. first\n\n> said')
    expect(screen.getByRole('heading')).toHaveTextContent('Title')
    expect(shown.querySelector('strong')).toHaveTextContent('bold')
    expect(shown.querySelector('code')).toHaveTextContent('a < b')
    expect([...shown.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
      'one',
      'two',
      'first',
    ])
    expect(shown.querySelector('blockquote')).toHaveTextContent('said')
  })

  // SPEC: "Markdown content: raw HTML is skipped."
  it('skips raw HTML', () => {
    const shown = show('a <b onclick="x()">bold</b><script>alert(1)</script><img src=x onerror=y>')
    expect(shown.querySelector('b, script, img')).toBeNull()
    expect(shown.textContent).toBe('a bold')
  })

  it('keeps the text around skipped HTML and shows code unchanged', () => {
    const shown = show(
      'a <script>**x</script>** b **c**\n\n<div>\nblock\n</div>\n\n`<b>`\n\n    <i>',
    )
    expect(shown.querySelector('script')).toBeNull()
    expect(shown.querySelector('p')).toHaveTextContent(/^a b c$/)
    expect(shown.textContent).not.toContain('block')
    expect([...shown.querySelectorAll('code')].map((code) => code.textContent)).toEqual([
      '<b>',
      '<i>\n',
    ])
  })

  it('shows nested lists, breaks and rules, and replaces a picture with its text', () => {
    const shown = show('- one\n  - two\n\n---\n\na\\\nb ![a chart](https://a.example/x.png)')
    expect(shown.querySelector('li li')).toHaveTextContent('two')
    expect(shown.querySelector('hr')).toBeInTheDocument()
    expect(shown.querySelector('br')).toBeInTheDocument()
    expect(shown.querySelector('img')).toBeNull()
    expect(shown.textContent).toContain('b a chart')
  })

  // SPEC: "Links are allowed only with http, https, mailto, tel, relative and anchor addresses."
  it.each([
    ['http://a.example', true],
    ['https://a.example', true],
    ['mailto:ada@example.com', true],
    ['tel:+3112', true],
    ['/org/acme', true],
    ['../up', true],
    ['page', true],
    ['#invoices', true],
    ['javascript:alert(1)', false],
    ['JavaScript:alert(1)', false],
    ['java\tscript:alert(1)', false],
    ['data:text/html,x', false],
    ['vbscript:x', false],
    ['ftp://a.example', false],
    ['//a.example', false],
    ['\\\\a.example', false],
  ])('judges %j as allowed: %s', (href, isAllowed) => {
    expect(isAllowedAddress(href)).toBe(isAllowed)
  })

  it('keeps the text of a disallowed link', () => {
    const shown = show('see [this](javascript:alert), <vbscript:x> and [that][1]\n\n[1]: data:a')
    expect(shown.querySelector('a')).toBeNull()
    expect(shown.textContent).toBe('see this, vbscript:x and that')
  })

  // SPEC: "External links (starting with http) open in a new tab with no referrer or opener."
  it('opens only external links in a new tab, with no referrer or opener', () => {
    show('[out](https://a.example) and [in](/org/acme)')
    expect(screen.getByRole('link', { name: 'out' })).toHaveAttribute('target', '_blank')
    expect(screen.getByRole('link', { name: 'out' })).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.getByRole('link', { name: 'in' })).not.toHaveAttribute('target')
  })
})

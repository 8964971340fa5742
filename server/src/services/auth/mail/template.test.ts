import { expect, it } from 'vitest'
import { htmlToText } from './html-to-text.ts'
import { escapeHtml, renderTemplate, TemplateError } from './template.ts'

const values = {
  Email: 'ada@example.com',
  Token: '123456',
  ConfirmationURL: 'https://x.test/verify?token=a&type=signup',
  Data: { name: '<Ada> & "Co"', tags: ['a', 'b'], empty: [], nested: { plan: 'pro' }, count: 0 },
}

it.each([
  ['Hello {{ .Email }}', 'Hello ada@example.com'],
  ['{{.Token}}', '123456'],
  ['<a href="{{ .ConfirmationURL }}">', '<a href="https://x.test/verify?token=a&amp;type=signup">'],
  ['{{ .Data.name }}', '&lt;Ada&gt; &amp; &#34;Co&#34;'],
  ['{{ .Data.nested.plan }}', 'pro'],
  ['[{{ .Data.missing.deep }}{{ .NewEmail }}]', '[]'],
  ['{{ .Data.constructor }}{{ .Data.__proto__ }}', ''],
  ['{{ if .Data.name }}yes{{ else }}no{{ end }}', 'yes'],
  ['{{ if .Data.count }}yes{{ else }}no{{ end }}', 'no'],
  ['{{ if .Data.empty }}yes{{ else if .Token }}else{{ end }}', 'else'],
  ['{{ if eq .Data.nested.plan "free" "pro" }}yes{{ end }}', 'yes'],
  ['{{ if and .Token (not .NewEmail) }}yes{{ end }}', 'yes'],
  ['{{ if or .NewEmail .Data.empty }}yes{{ else }}no{{ end }}', 'no'],
  ['{{ range .Data.tags }}<{{ . }}:{{ $.Token }}>{{ end }}', '<a:123456><b:123456>'],
  ['{{ range .Data.empty }}x{{ else }}none{{ end }}', 'none'],
  ['{{ with .Data.nested }}{{ .plan }}{{ end }}', 'pro'],
  ['a {{- " b " -}} c', 'a b c'],
  ['{{/* a comment */}}x', 'x'],
  ['{{ len .Data.tags }}', '2'],
])('renders %s', (source, output) => {
  expect(renderTemplate(source, values, escapeHtml)).toBe(output)
})

it.each([
  '{{ .Email',
  '{{ if .Email }}',
  '{{ end }}',
  '{{ else }}',
  '{{ template "x" }}',
  '{{ .Email | html }}',
  '{{ }}',
  '{{ (.Email }}',
  '{{ if .A }}'.repeat(30) + '{{ end }}'.repeat(30),
])('refuses %s', (source) => {
  expect(() => renderTemplate(source, values, escapeHtml)).toThrow(TemplateError)
})

it('ends a template whose output grows without end', () => {
  const many = { list: Array.from({ length: 1000 }, () => 'x') }
  const source = '{{ range .list }}{{ range $.list }}{{ . }}{{ end }}{{ end }}'
  expect(() => renderTemplate(source, many, escapeHtml)).toThrow('too many steps')
  const long = { text: 'x'.repeat(100_000) }
  expect(() => renderTemplate('{{ .text }}'.repeat(3), long, escapeHtml)).toThrow('too long')
})

it('turns a page into text with its links', () => {
  const html =
    '<head><title>T</title></head><style>p{}</style><h2>Hi &amp; bye</h2><p>Open <a class="b" href="https://x.test/?a=1&amp;b=2">this</a>.</p>'
  expect(htmlToText(html)).toBe('Hi & bye\nOpen this https://x.test/?a=1&b=2 .')
})

it.each(['<'.repeat(100_000), '<style>'.repeat(20_000), '<a href="'.repeat(20_000)])(
  'reads a page of %.10s in one pass',
  (html) => {
    expect(htmlToText(html).length).toBeLessThan(200_001)
  },
)

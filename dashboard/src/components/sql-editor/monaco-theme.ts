import type { MonacoApi } from './monaco-loader.ts'

export const MONACO_THEME = 'stoa'

/**
 * Applies the page's current color tokens to the editor. Call it again whenever the theme changes.
 */
export function applyMonacoTheme(monaco: MonacoApi, { isDark }: { isDark: boolean }): void {
  const token = createTokenReader()
  const text = token('--text')
  const muted = token('--text-muted')
  const line = token('--line')
  const surface = token('--surface')
  const raised = token('--surface-raised')
  const hover = token('--surface-hover')
  const accent = token('--accent')
  monaco.editor.defineTheme(MONACO_THEME, {
    base: isDark ? 'vs-dark' : 'vs',
    inherit: false,
    rules: [
      { token: '', foreground: text.slice(1) },
      { token: 'comment', foreground: muted.slice(1) },
      { token: 'keyword', foreground: token('--accent-text').slice(1) },
      { token: 'string', foreground: token('--success-text').slice(1) },
      { token: 'number', foreground: token('--warning-text').slice(1) },
      { token: 'predefined', foreground: text.slice(1) },
    ],
    colors: {
      foreground: text,
      focusBorder: token('--focus'),
      'editor.background': surface,
      'editor.foreground': text,
      'editorCursor.foreground': text,
      'editorLineNumber.foreground': muted,
      'editorLineNumber.activeForeground': text,
      'editor.lineHighlightBackground': `${hover}80`,
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': `${accent}44`,
      'editor.inactiveSelectionBackground': `${accent}26`,
      'editor.selectionHighlightBackground': `${accent}1f`,
      'editor.wordHighlightBackground': `${accent}1f`,
      'editor.wordHighlightTextBackground': `${accent}1f`,
      'editor.findMatchBackground': `${token('--warning')}66`,
      'editor.findMatchHighlightBackground': `${token('--warning')}33`,
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((depth) => [`editorBracketHighlight.foreground${depth}`, text]),
      ),
      'editorBracketMatch.background': `${accent}1f`,
      'editorBracketMatch.border': '#00000000',
      'editorError.foreground': token('--danger-text'),
      'editorWarning.foreground': token('--warning-text'),
      'editorInfo.foreground': token('--accent-text'),
      'editorWidget.background': raised,
      'editorWidget.foreground': text,
      'editorWidget.border': line,
      'editorHoverWidget.background': raised,
      'editorHoverWidget.border': line,
      'editorSuggestWidget.background': raised,
      'editorSuggestWidget.border': line,
      'editorSuggestWidget.foreground': text,
      'editorSuggestWidget.selectedBackground': hover,
      'editorSuggestWidget.selectedForeground': text,
      'editorSuggestWidget.highlightForeground': token('--accent-text'),
      'editorSuggestWidget.focusHighlightForeground': token('--accent-text'),
      'list.hoverBackground': hover,
      'list.focusBackground': hover,
      'input.background': surface,
      'input.foreground': text,
      'input.border': token('--line-strong'),
      'menu.background': raised,
      'menu.foreground': text,
      'menu.border': line,
      'menu.selectionBackground': hover,
      'menu.selectionForeground': text,
      'widget.shadow': '#00000000',
      'scrollbar.shadow': '#00000000',
      'scrollbarSlider.background': `${muted}33`,
      'scrollbarSlider.hoverBackground': `${muted}55`,
      'scrollbarSlider.activeBackground': `${muted}77`,
    },
  })
  monaco.editor.setTheme(MONACO_THEME)
}

/** Monaco reads only hexadecimal sRGB, so a canvas converts any CSS color to it. */
function createTokenReader(): (name: string) => string {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const styles = getComputedStyle(document.documentElement)
  return (name) => {
    if (context === null) return '#808080'
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = styles.getPropertyValue(name).trim()
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
}

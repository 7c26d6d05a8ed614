import { renderSVG } from 'uqr'
import { describe, expect, test } from 'vitest'
import { flowerHead, flowerHeadKinds } from '../../drawings/flower-head.ts'
import { logo } from '../../drawings/logo.ts'
import { drawingPattern } from './start-page.ts'

describe('the pattern for SVG drawings that a page may insert', () => {
  test('the pattern for insertable drawings accepts every drawing of the site', () => {
    expect(logo()).toMatch(drawingPattern)
    expect(renderSVG('upi://pay?pa=malar@bank&am=100', { ecc: 'M', border: 2 })).toMatch(drawingPattern)
    for (const kind of flowerHeadKinds) {
      for (let seed = 0; seed < 50; seed++) {
        const head = flowerHead(kind, { petal: 'currentColor', seed })
        expect(`<svg viewBox="-50 -50 100 100">${head}</svg>`, kind).toMatch(drawingPattern)
      }
    }
  })

  test.each([
    'words',
    '<p>words</p>',
    '<svg>words</svg>',
    '<svg onload="pwn()"></svg>',
    '<svg viewBox="0 0 1 1"onload="pwn()"></svg>',
    '<svg fill=""><script>pwn()</script></svg>',
    '<svg><a href="javascript:pwn()"><path d="M0 0"/></a></svg>',
    '<svg><use href="#x"/></svg>',
    '<svg><image href="https://evil.example/x.png"/></svg>',
    '<svg><animate attributeName="href" to="javascript:pwn()"/></svg>',
    '<svg><foreignObject><img src="x" onerror="pwn()"/></foreignObject></svg>',
    '<svg style="background:url(https://evil.example/x.png)"></svg>',
    '<svg fill="&quot;"></svg>',
    '<svg><!-- --></svg>',
    '<svg></svg>\n<script></script>',
  ])('the pattern for insertable drawings refuses %s', (text) => {
    expect(text).not.toMatch(drawingPattern)
  })
})

import { IS_WHOLE } from '#tests/helpers/hardening.ts'

// Texts that would execute if a page treated them as HTML, URLs or scripts.

/** The code that each text tries to run. */
const PAYLOADS = ['window.pwned=1', 'alert(1)']

const MARKUP = [
  (script: string) => `<script>${script}</script>`,
  (script: string) => `</script><script>${script}</script>`,
  (script: string) => `<ScRiPt >${script}</sCrIpT >`,
  (script: string) => `<scr<script>ipt>${script}</script>`,
  (script: string) => `<img src=x onerror=${script}>`,
  (script: string) => `<img src=x onerror="${script}"//`,
  (script: string) => `<IMG SRC=x ONERROR=${script}>`,
  (script: string) => `<img/src=x/onerror=${script}>`,
  (script: string) => `"><img src=x onerror=${script}>`,
  (script: string) => `'><img src=x onerror=${script}>`,
  (script: string) => `--><img src=x onerror=${script}>`,
  (script: string) => `]]><img src=x onerror=${script}>`,
  (script: string) => `</title><img src=x onerror=${script}>`,
  (script: string) => `</textarea><img src=x onerror=${script}>`,
  (script: string) => `</style><img src=x onerror=${script}>`,
  (script: string) => `</noscript><img src=x onerror=${script}>`,
  (script: string) => `</template><img src=x onerror=${script}>`,
  (script: string) => `</astro-island><script>${script}</script>`,
  (script: string) => `<svg onload=${script}>`,
  (script: string) => `<svg/onload=${script}//`,
  (script: string) => `<svg><script>${script}</script></svg>`,
  (script: string) => `<svg><animate onbegin=${script} attributeName=x dur=1s>`,
  (script: string) => `<math><mi xlink:href="javascript:${script}">x</mi></math>`,
  (script: string) => `<body onload=${script}>`,
  (script: string) => `<iframe src="javascript:${script}"></iframe>`,
  (script: string) => `<iframe srcdoc="<script>parent.${script}</script>">`,
  (script: string) => `<object data="javascript:${script}">`,
  (script: string) => `<embed src="javascript:${script}">`,
  (script: string) => `<a href="javascript:${script}">x</a>`,
  (script: string) => `<a href="java\tscript:${script}">x</a>`,
  (script: string) => `<form action="javascript:${script}"><button>x</button></form>`,
  (script: string) => `<input autofocus onfocus=${script}>`,
  (script: string) => `<details open ontoggle=${script}>`,
  (script: string) => `<video><source onerror=${script}></video>`,
  (script: string) => `<audio src=x onerror=${script}>`,
  (script: string) => `<marquee onstart=${script}>`,
  (script: string) => `<meta http-equiv=refresh content="0;url=javascript:${script}">`,
  (script: string) => `<base href="javascript:${script}//">`,
  (script: string) => `<link rel=stylesheet href="javascript:${script}">`,
  (script: string) => `<style>@import "javascript:${script}";</style>`,
  (script: string) => `<x onclick=${script} style="position:fixed;inset:0">x`,
  (script: string) => `&lt;script&gt;${script}&lt;/script&gt;`,
  (script: string) => `&#60;img src=x onerror=${script}&#62;`,
  (script: string) => `%3Cimg%20src%3Dx%20onerror%3D${script}%3E`,
  (script: string) => `\\u003cimg src=x onerror=${script}\\u003e`,
  (script: string) => `";${script};"`,
  (script: string) => `';${script};'`,
  (script: string) => `\`;${script};\``,
  (script: string) => `\${${script}}`,
  (script: string) => `{{constructor.constructor('${script}')()}}`,
  (script: string) => `javascript:${script}`
] as const

const ALL = PAYLOADS.flatMap(script => MARKUP.map(write => write(script)))
const SAMPLE_STEP = 97

/** `npm run harden` uses all texts; a normal run uses a sample of each kind. */
export const HOSTILE_TEXTS: readonly string[] = IS_WHOLE ? ALL : ALL.filter((_, index) => index % SAMPLE_STEP === 0)

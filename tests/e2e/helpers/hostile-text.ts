// Texts that would execute if a page treated them as HTML, URLs or scripts.

/** The code that each text tries to run. */
const PAYLOADS = ['window.pwned=1', 'alert(1)']

const MARKUP = [
  (deed: string) => `<script>${deed}</script>`,
  (deed: string) => `</script><script>${deed}</script>`,
  (deed: string) => `<ScRiPt >${deed}</sCrIpT >`,
  (deed: string) => `<scr<script>ipt>${deed}</script>`,
  (deed: string) => `<img src=x onerror=${deed}>`,
  (deed: string) => `<img src=x onerror="${deed}"//`,
  (deed: string) => `<IMG SRC=x ONERROR=${deed}>`,
  (deed: string) => `<img/src=x/onerror=${deed}>`,
  (deed: string) => `"><img src=x onerror=${deed}>`,
  (deed: string) => `'><img src=x onerror=${deed}>`,
  (deed: string) => `--><img src=x onerror=${deed}>`,
  (deed: string) => `]]><img src=x onerror=${deed}>`,
  (deed: string) => `</title><img src=x onerror=${deed}>`,
  (deed: string) => `</textarea><img src=x onerror=${deed}>`,
  (deed: string) => `</style><img src=x onerror=${deed}>`,
  (deed: string) => `</noscript><img src=x onerror=${deed}>`,
  (deed: string) => `</template><img src=x onerror=${deed}>`,
  (deed: string) => `</astro-island><script>${deed}</script>`,
  (deed: string) => `<svg onload=${deed}>`,
  (deed: string) => `<svg/onload=${deed}//`,
  (deed: string) => `<svg><script>${deed}</script></svg>`,
  (deed: string) => `<svg><animate onbegin=${deed} attributeName=x dur=1s>`,
  (deed: string) => `<math><mi xlink:href="javascript:${deed}">x</mi></math>`,
  (deed: string) => `<body onload=${deed}>`,
  (deed: string) => `<iframe src="javascript:${deed}"></iframe>`,
  (deed: string) => `<iframe srcdoc="<script>parent.${deed}</script>">`,
  (deed: string) => `<object data="javascript:${deed}">`,
  (deed: string) => `<embed src="javascript:${deed}">`,
  (deed: string) => `<a href="javascript:${deed}">x</a>`,
  (deed: string) => `<a href="java\tscript:${deed}">x</a>`,
  (deed: string) => `<form action="javascript:${deed}"><button>x</button></form>`,
  (deed: string) => `<input autofocus onfocus=${deed}>`,
  (deed: string) => `<details open ontoggle=${deed}>`,
  (deed: string) => `<video><source onerror=${deed}></video>`,
  (deed: string) => `<audio src=x onerror=${deed}>`,
  (deed: string) => `<marquee onstart=${deed}>`,
  (deed: string) => `<meta http-equiv=refresh content="0;url=javascript:${deed}">`,
  (deed: string) => `<base href="javascript:${deed}//">`,
  (deed: string) => `<link rel=stylesheet href="javascript:${deed}">`,
  (deed: string) => `<style>@import "javascript:${deed}";</style>`,
  (deed: string) => `<x onclick=${deed} style="position:fixed;inset:0">x`,
  (deed: string) => `&lt;script&gt;${deed}&lt;/script&gt;`,
  (deed: string) => `&#60;img src=x onerror=${deed}&#62;`,
  (deed: string) => `%3Cimg%20src%3Dx%20onerror%3D${deed}%3E`,
  (deed: string) => `\\u003cimg src=x onerror=${deed}\\u003e`,
  (deed: string) => `";${deed};"`,
  (deed: string) => `';${deed};'`,
  (deed: string) => `\`;${deed};\``,
  (deed: string) => `\${${deed}}`,
  (deed: string) => `{{constructor.constructor('${deed}')()}}`,
  (deed: string) => `javascript:${deed}`
] as const

const ALL = PAYLOADS.flatMap(deed => MARKUP.map(write => write(deed)))
const SAMPLE_STEP = 17

/** `npm run harden` uses all texts; a normal run uses a sample of each kind. */
export const HOSTILE_TEXTS: readonly string[] =
  process.env.HARDEN === 'whole' ? ALL : ALL.filter((_, index) => index % SAMPLE_STEP === 0)

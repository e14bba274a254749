// The look of the HTML report: light and dark by the reader's own setting, one column on a phone, everything open in print.
// Colours are chosen for a contrast of at least 4.5 to 1 on their backgrounds, in both.

export const style = `
:root{color-scheme:light dark;--bg:#fff;--soft:#f4f5f7;--line:#d5d9df;--text:#1c2128;--dim:#57606a;--link:#0550ae;
--error:#b3161d;--warning:#8a5000;--info:#0b5a9c;--hint:#57606a;--good:#116329;--doubt:#8a5000;--frame:#f7f8fa}
@media(prefers-color-scheme:dark){:root{--bg:#12161c;--soft:#1b2129;--line:#363e49;--text:#e4e8ee;--dim:#9aa5b1;--link:#79b8ff;
--error:#ff8f88;--warning:#f0b45b;--info:#7cbcff;--hint:#9aa5b1;--good:#6fd08c;--doubt:#f0b45b;--frame:#181d24}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
header,main,footer{max-width:70rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.25rem}
h1{font-size:1.3rem;line-height:1.35;margin:0;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere;font-family:ui-monospace,Menlo,Consolas,monospace}
p{margin:.35rem 0}
a{color:var(--link)}
code,pre,.place{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.87rem}
code{overflow-wrap:anywhere}
.dim{color:var(--dim)}
.mark-clean .mark{color:var(--good)}.mark-findings .mark{color:var(--error)}
.mark-incomplete .mark,.mark-below-level .mark{color:var(--doubt)}.mark-nothing .mark{color:var(--dim)}
.bar{border-bottom:1px solid var(--line);padding:.6rem 0;margin:.6rem 0 0}
.bar fieldset{border:0;margin:0 0 .35rem;padding:0;display:flex;flex-wrap:wrap;gap:.3rem;align-items:center}
.bar legend{float:left;color:var(--dim);font-size:.85rem;margin-right:.4rem;min-width:4.2rem}
button,input{font:inherit;color:inherit}
button{background:var(--soft);border:1px solid var(--line);border-radius:1rem;padding:.1rem .65rem;cursor:pointer;font-size:.87rem}
button[aria-pressed=true]{border-color:var(--text);box-shadow:inset 0 0 0 1px var(--text)}
button[aria-pressed=false]{color:var(--dim)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
input{width:100%;max-width:26rem;background:var(--bg);border:1px solid var(--line);border-radius:.4rem;padding:.25rem .5rem}
.file{margin:0 0 1.1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--bg);content-visibility:auto;contain-intrinsic-size:auto 12rem}
.file>h3{background:var(--soft);padding:.4rem .7rem;border-radius:.5rem .5rem 0 0}
.file>h3 .dim{font-family:system-ui,sans-serif;font-weight:400;font-size:.85rem}
.finding{padding:.5rem .7rem;border-top:1px solid var(--line);scroll-margin-top:1rem}
.finding:target{background:var(--soft);box-shadow:inset 3px 0 0 var(--link)}
.finding .head{display:flex;flex-wrap:wrap;gap:.2rem .6rem;align-items:baseline}
.severity{font-weight:600}
.error .severity{color:var(--error)}.warning .severity{color:var(--warning)}.info .severity{color:var(--info)}.hint .severity{color:var(--hint)}
.said{white-space:pre-wrap;overflow-wrap:anywhere;margin:.15rem 0}
.copy{border-radius:.4rem;padding:0 .4rem;font-size:.78rem}
pre{margin:.3rem 0 0;padding:.4rem .6rem;background:var(--frame);border-radius:.35rem;overflow-x:auto;line-height:1.4;tab-size:4}
pre .gutter{color:var(--dim)}pre .caret{color:var(--error);font-weight:700}
.warning pre .caret{color:var(--warning)}.info pre .caret{color:var(--info)}.hint pre .caret{color:var(--hint)}
.unknown{border:1px solid var(--line);border-left:4px solid var(--doubt);border-radius:.4rem;padding:.5rem .7rem;margin:0 0 .7rem}
.unknown b{color:var(--doubt)}
ul{margin:.3rem 0;padding-left:1.2rem}li{overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;table-layout:fixed;width:100%;min-width:40rem;font-size:.87rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
td.n,th.n{text-align:right;width:4.6rem;font-variant-numeric:tabular-nums}
th.how{width:8rem}th.lane{width:42%}
svg.lane{display:block;width:100%;height:1.1rem;background:var(--frame)}
.starting{fill:var(--dim)}.judging,.judged{fill:var(--info)}.lost{fill:var(--doubt)}.at{stroke:var(--error);stroke-width:2;vector-effect:non-scaling-stroke}
footer{padding:1.5rem 1rem 2rem;color:var(--dim);font-size:.85rem}
[hidden]{display:none!important}
@media(max-width:40rem){body{font-size:16px}.bar legend{float:none;min-width:0;width:100%}button{padding:.25rem .7rem}.copy{padding:.15rem .5rem}}
@media print{.bar,.copy{display:none}.file{content-visibility:visible;break-inside:avoid-page}}
`;

//! How the page looks, on a screen, on a phone, by night, and printed.

/// The style of the page.
pub(super) const STYLE: &str = "
:root{--ink:#1c2126;--soft:#56606b;--page:#fbfaf7;--card:#fff;--rule:#d9d6ce;--first:#2f6f9f;--second:#a3572c;--none:#9aa3ab;--open:#d7b740;--light:#efe6d4;--dark:#c5ab85;--bad:#8f1d1d;--link:#1d5a8a}
@media(prefers-color-scheme:dark){:root{--ink:#e7e5e0;--soft:#a9b0b7;--page:#16191c;--card:#1e2226;--rule:#3a4047;--first:#69aede;--second:#e0986b;--none:#76808a;--open:#d7b740;--light:#cdbfa6;--dark:#8b7355;--bad:#ff9d9d;--link:#8cc4ee}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main,header,footer{max-width:72rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.7rem;line-height:1.2;margin:1.5rem 0 .3rem}h2{font-size:1.3rem;margin:2.2rem 0 .6rem;border-top:2px solid var(--rule);padding-top:1.2rem}h3{font-size:1.05rem;margin:1.4rem 0 .4rem}
p{margin:.4rem 0;max-width:46rem}.soft{color:var(--soft)}a{color:var(--link)}a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.4rem .8rem}
.wide{overflow-x:auto;margin:.6rem 0;background:var(--card);border:1px solid var(--rule);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.92rem;font-variant-numeric:tabular-nums}caption{text-align:left;padding:.5rem .7rem;color:var(--soft)}caption span{display:inline-block;position:sticky;left:.7rem;max-width:calc(100vw - 4rem)}
tbody th:first-child{position:sticky;left:0;background:var(--card)}.sentences tbody th:first-child{position:static;min-width:min(26rem,60vw)}
th,td{padding:.35rem .7rem;text-align:right;border-top:1px solid var(--rule);white-space:nowrap;vertical-align:top}th:first-child,td.text,th.text{text-align:left}td.text,th.text{white-space:normal;min-width:9rem}thead th{vertical-align:bottom;color:var(--soft);font-weight:600}tbody th{font-weight:600}
tr.never td,tr.never th{color:var(--bad)}code{font:.88em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
ul.facts{padding-left:1.2rem;max-width:50rem}ul.facts li{margin:.25rem 0}
.grid2{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));gap:.8rem}
.card{background:var(--card);border:1px solid var(--rule);border-radius:6px;padding:.7rem .9rem;min-width:0}.card h4{margin:0 0 .2rem;font-size:.98rem}.card p{font-size:.92rem}
svg{display:block}.plot{width:100%;height:auto;background:var(--card);border:1px solid var(--rule);border-radius:6px}.results{width:100%;height:26px;border-radius:4px;overflow:hidden}.interval{width:120px;height:16px;display:inline-block;vertical-align:middle}
.grid{stroke:var(--rule);stroke-width:1}.tick{fill:var(--soft);font-size:12px;text-anchor:middle}.tick.end{text-anchor:end}.tick.start{text-anchor:start}
.bar{fill:var(--first)}.line0{stroke:var(--first);fill:none;stroke-width:2.5}.line1{stroke:var(--second);fill:none;stroke-width:2;stroke-dasharray:6 4}
rect.first{fill:var(--first)}rect.second{fill:var(--second)}rect.none{fill:var(--none)}rect.open{fill:var(--open)}.range{stroke:var(--first);stroke-width:4}.point{fill:var(--ink)}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:.3rem 0;list-style:none;font-size:.9rem}.key i{display:inline-block;width:.8rem;height:.8rem;margin-right:.3rem;border-radius:2px}
.board{width:100%;max-width:20rem;height:auto;margin:.4rem 0}.board .light{fill:var(--light)}.board .dark{fill:var(--dark)}.side0{fill:#fdfdfb;stroke:#222;stroke-width:1.5}.side1{fill:#24282c;stroke:#000;stroke-width:1.5}.sign0,.sign1{font:600 18px system-ui,sans-serif;text-anchor:middle}.sign0{fill:#16191c}.sign1{fill:#fff}.sign0.small,.sign1.small{font-size:12px}.sign0.load,.sign1.load{font-size:10px}.board .area0{fill:var(--first);fill-opacity:.4}.board .area1{fill:var(--second);fill-opacity:.4}.board .area2{fill:var(--open);fill-opacity:.4}.mark{fill:#c8322b;stroke:#fff}.edge{fill:var(--soft);font-size:11px;text-anchor:middle}
details{margin:.6rem 0}summary{cursor:pointer;padding:.3rem 0}summary h2,summary h3{display:inline;border:0;padding:0;margin:0}
.matrix{width:auto}.matrix td{min-width:2.2rem;vertical-align:middle;text-align:center;padding:.15rem .3rem;font-size:.78rem}.matrix th{font-size:.78rem}.matrix thead th{writing-mode:vertical-rl;text-align:left;vertical-align:middle;padding:.4rem .2rem}.matrix thead th:first-child{writing-mode:horizontal-tb;vertical-align:bottom}.matrix a{color:inherit;text-decoration:none}
nav ul{columns:16rem;padding-left:1.2rem;font-size:.92rem}
@media print{details>*{display:block}.wide{overflow:visible}body{font-size:11px}}
";

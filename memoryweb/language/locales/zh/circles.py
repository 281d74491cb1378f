"""Chinese words for the circles of people that somebody writes to."""

from memoryweb.language.locales.base import alternatives

CIRCLES = {
    "family": alternatives("""
        家人, 家里人, 亲戚, 親戚, 父母, 爸妈, 爸媽,
        奶奶, 爷爷, 爺爺, 外婆, 外公, 姥姥, 姥爷, 妈妈, 媽媽, 我妈, 爸爸, 我爸, 姐姐, 妹妹, 哥哥, 弟弟, 儿子, 兒子,
        女儿,
        女兒, 老婆, 老公, 妻子, 丈夫, 叔叔, 阿姨, 舅舅, 姑姑, 侄子, 表姐, 表弟
    """),
    "friends": "朋友们|朋友們|朋友|闺蜜|閨蜜|哥们",
    "colleagues": "同事们|同事們|团队|團隊|同事|实习生|實習生",
    "customers": "客户|客戶|顾客|顧客|租户|买家|買家|供应商|供應商",
    "superiors": "领导|領導|董事会|董事會|理事|投资人|投資人|老板|老闆|经理|經理|主管|教授|导师|導師",
    "authorities": "政府|税务局|稅務局|居委会|房东|房東|法官",
}
